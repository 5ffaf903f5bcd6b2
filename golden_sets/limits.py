"""What a file may cost: nothing that is uploaded is trusted."""

MAX_BYTES = 50_000_000
MAX_CHARACTERS = 20_000_000
MAX_PAGES = 5_000
# A ZIP archive, which a DOCX is: entries, what they unpack to, and how many times their size.
MAX_ENTRIES = 10_000
MAX_UNPACKED = 200_000_000
MAX_RATIO = 200
# A table: its rows, and the characters of one cell (the csv module's own limit).
MAX_ROWS = 200_000
MAX_CELL = 131_072
# A PDF that was sent, opened for trial: seconds of one core, and bytes of memory.
MAX_PDF_SECONDS = 60
MAX_PDF_MEMORY = 3_000_000_000
