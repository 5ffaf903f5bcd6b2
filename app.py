"""The frame: page config, the language, who comes in, and navigation, nothing else."""

import streamlit as st

from golden_sets.language import marked, tr
from pages.ui import faults, frame_style, gate, language, url_kept, url_newest

# In the order of the work: the script in `pages/views`, its title and its icon.
PAGES = {
    "start": (marked("Start"), "home"),
    "own": (marked("Your documents"), "upload_file"),
    "golden_set": (marked("Golden set"), "fact_check"),
    "write": (marked("Write"), "edit_note"),
    "tune": (marked("Tune"), "tune"),
    "compare": (marked("Compare"), "stacked_bar_chart"),
    "question": (marked("Question"), "find_in_page"),
    "cuts": (marked("Cuts"), "content_cut"),
    "decide": (marked("Decide"), "gavel"),
    "runs": (marked("Runs"), "history"),
}

st.set_page_config(page_title="Chunkboard", page_icon="pages/ui/icon.png", layout="wide")
url_newest.keep()
with url_kept.one_step():
    language.choose()
    frame_style.apply()
    entered = gate.entered()
    page = st.navigation(
        [
            st.Page(
                f"pages/views/{name}.py",
                title=tr(title),
                icon=f":material/{icon}:",
                url_path=name.replace("_", "-"),
                default=name == "start",
            )
            for name, (title, icon) in PAGES.items()
        ],
        position="sidebar" if entered else "hidden",
    )
    if not entered:
        gate.show()
        st.stop()
    gate.footer()
    url_kept.follow(page.url_path)
    url_kept.arrive(page.url_path)
    st.set_page_config(page_title=f"{page.title} · Chunkboard")
    with faults.told():
        page.run()
