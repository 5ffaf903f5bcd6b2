import sys

from evaluation.command_line import main

sys.exit(main())
