"""A request that was made before the browser had heard of the newest address."""

from tests.browser.direct import Direct

ASKED = "now=fixed-100c~bm25~100&pin=structure-400c~bm25~100"


def slider(visitor):
    return next(
        name
        for name, (kind, shown, _) in visitor.controls.items()
        if kind == "slider" and shown.label.startswith("Overlap")
    )


def tried(drawn):
    """The setting that a page's finding is about."""
    return next(name for name in ("fixed-100c-o5 ", "fixed-100c ") if name in drawn).strip()


def test_it_is_drawn_by_the_newest_address_and_a_link_by_its_own(server):
    with Direct(server, None, "tune", ASKED) as visitor:
        assert tried(visitor.said) == "fixed-100c"
        moved = {slider(visitor): 5.0}
        assert tried(visitor.send(**moved)) == "fixed-100c-o5"
        assert "now=fixed-100c-o5" in visitor.address
        assert tried(visitor.send(**moved)) == "fixed-100c-o5", "asked with the address before"
        assert "now=fixed-100c-o5" in visitor.address
        frame = {name: ["English"] for name in visitor.controls if "language_choice" in name}
        assert frame and tried(visitor.send(**frame, **moved)) == "fixed-100c-o5"
        assert tried(visitor.send(**frame)) == "fixed-100c", "as a link back to it asks"
