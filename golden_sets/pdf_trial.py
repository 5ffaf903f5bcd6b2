"""A PDF that was sent is opened first in a process of its own, held to its time and memory.

Forms within forms make of 2 KB as many characters as one likes, inside PDFium, where nothing in
this process could stop it. `python -m golden_sets.pdf_trial FILE SECONDS BYTES` opens every page
under limits.
"""

import subprocess
import sys
from pathlib import Path

from golden_sets.file_report import UnreadableError
from golden_sets.language import worded
from golden_sets.limits import MAX_CHARACTERS, MAX_PAGES, MAX_PDF_MEMORY, MAX_PDF_SECONDS

TOO_MUCH = 3


def try_pdf(path: Path) -> None:
    """Opens a PDF's pages elsewhere; one that cannot be opened at all is left to its reader.

    Raises:
        UnreadableError: It holds too much text, or takes too long or too much memory.
    """
    limits = [str(MAX_PDF_SECONDS), str(MAX_PDF_MEMORY)]
    command = [sys.executable, "-m", "golden_sets.pdf_trial", str(path.resolve()), *limits]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            check=False,
            # Where time on a core cannot be limited, or the process sleeps.
            timeout=10 * MAX_PDF_SECONDS,
            cwd=Path(__file__).parent.parent,
        )
        code = done.returncode
    except subprocess.TimeoutExpired:
        code = -1
    if code == TOO_MUCH:
        raise UnreadableError(
            worded("over {most:,} characters, the most a file may have", most=MAX_CHARACTERS)
        )
    if code:
        raise UnreadableError(
            worded(
                "its pages take more than {seconds} seconds or {memory:,} MB to open, or break "
                "the PDF engine",
                seconds=MAX_PDF_SECONDS,
                memory=MAX_PDF_MEMORY // 1_000_000,
            )
        )


def _limited(seconds: int, memory: int) -> None:
    """Holds this process to its time and memory, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))


def _characters(path: Path) -> int:
    """Of its pages, as far as they stay allowed; 0 of what is no PDF, which its reader says."""
    import pypdfium2

    count = 0
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError:
        return 0
    for number in range(min(len(document), MAX_PAGES)):
        try:
            page = document[number]
        except pypdfium2.PdfiumError:
            continue
        texts = page.get_textpage()
        count += texts.count_chars()
        texts.close()
        page.close()
        if count > MAX_CHARACTERS:
            break
    return count


if __name__ == "__main__":
    _limited(int(sys.argv[2]), int(sys.argv[3]))
    sys.exit(TOO_MUCH if _characters(Path(sys.argv[1])) > MAX_CHARACTERS else 0)
