"""The contract on real pages, statutes and contracts, in both languages, where they are at hand."""

import pytest

from golden_sets.reading import read_document
from strategies.expansion import EXPANSIONS
from strategies.registry import STRATEGIES, make_strategy
from strategies.variant import Variant
from tests.strategies.test_contract import check_contract

DOCUMENTS = (
    "fastapi_docs_en_zh/en/features.md",
    "fastapi_docs_en_zh/zh/tutorial/body.md",
    "laws_zh/民法典_总则.md",
    "commonpaper_contracts/CSA_clauses.md",
    "cuad_20_contracts/txt/OMINTO,INC_03_29_2004-EX-10-RESELLER AGREEMENT.txt",
    "cuad_20_contracts/pdf/OMINTO,INC_03_29_2004-EX-10-RESELLER AGREEMENT.pdf",
)


@pytest.mark.parametrize("unit", ["characters", "tokens"])
@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_nothing_is_lost_on_real_documents(shared_data, name, unit):
    for path in DOCUMENTS:
        document = read_document(shared_data / path, path)
        strategy = make_strategy(name, size=300, unit=unit, overlap=40)
        check_contract(Variant(strategy, "path"), document)


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_expansion_of_real_documents(shared_data, expansion):
    for path in DOCUMENTS:
        document = read_document(shared_data / path, path)
        check_contract(Variant(make_strategy("structure"), "path", expansion, 120), document)
