"""The frame: page config, the language and navigation, nothing else."""

import streamlit as st

from golden_sets.language import tr
from pages.ui import language

st.set_page_config(page_title="Chunkboard", page_icon="pages/ui/icon.png", layout="wide")
language.choose()
page = st.navigation(
    [
        st.Page("pages/views/start.py", title=tr("Start"), icon=":material/home:", default=True),
        st.Page(
            "pages/views/question.py",
            title=tr("Question"),
            icon=":material/find_in_page:",
            url_path="question",
        ),
        st.Page(
            "pages/views/cuts.py", title=tr("Cuts"), icon=":material/content_cut:", url_path="cuts"
        ),
        st.Page(
            "pages/views/write.py", title=tr("Write"), icon=":material/edit_note:", url_path="write"
        ),
    ]
)
st.set_page_config(page_title=f"{page.title} · Chunkboard")
page.run()
