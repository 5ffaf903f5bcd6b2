"""The frame: page config and navigation, nothing else."""

import streamlit as st

st.set_page_config(page_title="Chunkboard", page_icon="pages/ui/icon.png", layout="wide")
st.navigation(
    [
        st.Page("pages/views/start.py", title="Start", icon=":material/home:", default=True),
        st.Page(
            "pages/views/question.py",
            title="Question",
            icon=":material/find_in_page:",
            url_path="question",
        ),
        st.Page(
            "pages/views/cuts.py", title="Cuts", icon=":material/content_cut:", url_path="cuts"
        ),
        st.Page(
            "pages/views/write.py", title="Write", icon=":material/edit_note:", url_path="write"
        ),
    ]
).run()
