"""The page of one's own documents: from files to the first finding, a step at a time."""

import streamlit as st

from evaluation.first_look import MOST_CHARACTERS
from golden_sets import uploads
from golden_sets.golden_set import SHIPPED
from golden_sets.language import of_error, tr, trn
from golden_sets.open_set import OpenSet
from golden_sets.reading import READERS, GoldenSetError
from golden_sets.shelf import Shelved, by_name
from pages.ui import (
    change_runs,
    change_sets,
    own_chart,
    own_stored,
    people,
    stored,
    taking,
    write_stored,
)
from pages.ui.bound import segmented
from pages.ui.export_charts import chart_config
from pages.ui.terms import TERMS
from pages.ui.url_choice import go, said, say

FIRST_QUESTIONS = 5
SIZES = (200, 400, 800, 1_200)


def show() -> None:
    """The set that `?set=` names, else a form that makes one."""
    st.title(tr("Your own documents"))
    said()
    place = _place()
    if place is None:
        _drop()
        return
    found = write_stored.opened_set(place.folder)
    _documents(place, found)
    if not found.documents:
        return
    _cuts(found)
    _questions(place, found)


def _place() -> Shelved | None:
    """The own set the URL names; a name that is none gets a sentence."""
    name = st.query_params.get("set", "")
    if not name:
        return None
    place = by_name(name, SHIPPED)
    if place is None or not place.own:
        st.info(
            tr("The set this link names is not one of yours. Drop documents to make one."),
            icon=":material/info:",
        )
        del st.query_params["set"]
        return None
    return place


def _drop() -> None:
    """The first step: files, a name for the set, and whose it is."""
    st.markdown(
        tr(
            "Drop documents as your readers use them. You see at once where each strategy would "
            "cut them; no question and no model is needed for that. They stay on this machine."
        )
    )
    sent = st.file_uploader(
        tr("Documents, or a folder of them as .zip"),
        type=[*(ending.removeprefix(".") for ending in READERS), "zip"],
        accept_multiple_files=True,
        key="own_files",
        max_upload_size=uploads.ZIP_BYTES // uploads.MB,
        **people.locked(),
    )
    left, right = st.columns(2)
    name = left.text_input(tr("Name of the set"), "our-documents", key="own_name")
    with right:
        who = people.name_field(
            st.session_state.get("write_name", ""),
            "own_who",
            60,
            tr("The set's history keeps who changed what."),
        )
    st.session_state["write_name"] = who
    st.caption(
        tr(
            "At most {file} MB a document, {zip} MB a .zip, {count} documents; {kinds}, .zip.",
            file=uploads.FILE_BYTES // uploads.MB,
            zip=uploads.ZIP_BYTES // uploads.MB,
            count=uploads.SET_FILES,
            kinds=", ".join(READERS),
        )
    )
    ready = bool(sent and name.strip() and who.strip())
    if st.button(
        tr("Show where they would be cut"),
        type="primary",
        key="own_make",
        **people.locked(
            not ready,
            None if ready else tr("Choose files, and give the set's name and yours."),
        ),
    ):
        _made([uploads.Sent(one.name, one.getvalue()) for one in sent], name, who.strip())


def _made(sent: list[uploads.Sent], name: str, who: str) -> None:
    try:
        folder = change_sets.create_set(name, "", who)
    except GoldenSetError as error:
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
        return
    taken = taking.taken(folder, sent, who)
    added = trn("{n} document added", "{n} documents added", len(taken.added))
    if taken.refused:
        say(tr("{added}; these not:", added=added), taken.refused, good=False)
    else:
        say(f"{added}.")
    go(set=folder.name)


def _documents(place: Shelved, found: OpenSet) -> None:
    characters = sum(len(document.text) for document in found.documents.values())
    count = trn("{n} document", "{n} documents", len(found.documents))
    # A name is the person's own, so it is no markdown.
    st.text(
        tr(
            "{name}: {count}, {characters:,} characters",
            name=place.name,
            count=count,
            characters=characters,
        )
    )
    if found.unread:
        st.warning(tr("These cannot be read:"))
        st.code("\n".join(found.unread.values()), language=None, wrap_lines=True)
    if not found.documents:
        st.info(tr("This set has no document that can be read. Add some."))
    st.page_link(
        "pages/views/write.py",
        label=tr("Add or remove documents"),
        icon=":material/folder:",
        query_params={"set": place.name},
    )


def _cuts(found: OpenSet) -> None:
    """The second step: what each strategy does to them."""
    st.header(tr("What each strategy does to them"), divider="gray")
    sizes = [str(one) for one in SIZES]
    label = tr("Size, characters a chunk at most")
    size = int(segmented(label, "own_size", sizes, "400", help=TERMS["size"]))
    with st.spinner(tr("Cutting the documents")):
        looks, characters = own_stored.looks(found, size)
    every = sum(len(document.text) for document in found.documents.values())
    finding = own_chart.finding(looks)
    if characters < every:
        finding = tr(
            "In {some:,} of {every:,} characters: {finding}",
            some=characters,
            every=every,
            finding=finding,
        )
    st.markdown(f"### {finding}")
    st.plotly_chart(
        own_chart.sizes_chart(looks, size),
        config=chart_config("chunk-sizes"),
        key="own_sizes",
    )
    st.caption(
        tr(
            "A box holds half of the chunks, its line the middle one, its ends the smallest and "
            "largest; the dotted line is the size asked for. No overlap, no headers. `semantic` "
            "cuts by vectors of sentences, which the first run makes."
        )
        + (
            ""
            if characters == every
            else " "
            + tr(
                "Title, picture and table are of the documents that fit into {most:,} characters, "
                "taken from all over the set; the others were not looked at.",
                most=MOST_CHARACTERS,
            )
        )
    )
    help_of = {
        name: st.column_config.Column(help=TERMS[t]) for name, t in own_chart.columns().items()
    }
    st.dataframe(own_chart.table(looks), column_config=help_of, hide_index=True, key="own_table")
    st.caption(
        tr(
            "None of this says what is found: a cut that looks tidy may still lose answers. That "
            "takes questions."
        )
    )


def _questions(place: Shelved, found: OpenSet) -> None:
    """The third and fourth step: the first questions, and the run."""
    st.header(tr("The first five questions"), divider="gray")
    good = [one for one in found.questions if one.question is not None and one.question.answerable]
    done = min(len(good), FIRST_QUESTIONS)
    st.progress(
        done / FIRST_QUESTIONS,
        trn(
            "{n} question with its answer marked",
            "{n} questions with their answers marked",
            len(good),
        ),
    )
    st.page_link(
        "pages/views/write.py",
        label=tr("Write a question") if not good else tr("Write the next question"),
        icon=":material/edit_note:",
        query_params={"set": place.name},
    )
    live = stored.jobs().live(place.name)
    if good and st.button(
        tr("Run"),
        type="primary" if len(good) >= FIRST_QUESTIONS else "secondary",
        key="own_run",
        icon=":material/play_arrow:",
        **people.locked(live is not None),
    ):
        change_runs.start_run(place.name)
        st.switch_page("pages/views/start.py", query_params={"set": place.name})
    if good and len(good) < FIRST_QUESTIONS:
        st.caption(
            tr(
                "A run with so few questions shows how it works and decides nothing; what it "
                "could show is said before it starts."
            )
        )
