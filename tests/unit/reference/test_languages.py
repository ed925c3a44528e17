"""A language is its folder: forms by its affixes, senses checked against the other tables."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.search.understand import Meaning, understand
from indexer.reference import VocabularyError, load_vocabulary
from indexer.reference.words import vocabulary as module
from indexer.reference.words.languages.sources import Sources, rows
from tests.unit.app.understand.language import language

LANGUAGES = module.FOLDER / "languages"
SOURCES = """# Tshivenda's own
primer\tmeaning\tCC BY 4.0\tA primer
speller\tform\tGPL-2.0\tA list of spellings
"""
AFFIXES = "class8\ttshi|zwi\tprimer cldr\n"
WORDS = """# Tshivenda
type\tshoes\ttshienda|zwienda\tprimer cldr
type\tchair\t[class8]dulo\tprimer speller
colour\tblack\ttswu|ntswu\tprimer dsac
state\tprice-ascending\ttshipa\tprimer dsac
bound\tunder\tfhasi ha\tprimer dsac
bound\tbetween\tvhukati ha\tprimer dsac
bound\tto\tna\tprimer dsac
bound\tsize\tsaizi\tprimer dsac
describing\tleather\tmukumba\tprimer speller
small\task\tndi khou toda\tprimer dsac
"""
SOURCED = "primer dsac"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a vocabulary's folder in which a sixth language has its own."""
    shutil.copytree(module.FOLDER, tmp_path / "words")
    venda = tmp_path / "words" / "languages" / "ve"
    venda.mkdir()
    for name, text in (("sources", SOURCES), ("affixes", AFFIXES), ("words", WORDS)):
        (venda / f"{name}.tsv").write_text(text, encoding="utf-8")
    return tmp_path / "words"


def test_a_new_language_is_its_folder(folder: Path) -> None:
    venda = replace(language(), vocabulary=load_vocabulary(folder))
    read = understand("ndi khou toda zwienda ntswu tshipa fhasi ha R500 for abafana", venda)
    assert _said(read) == {
        "shoes",
        "black",
        "price-ascending",
        "0-500",
        "gender:men",
        "audience:kids",
    }
    assert (read.words, read.ignored, read.corrections) == ((), (), ())
    (chair,) = understand("tshidulo", venda).of("type")
    assert chair.product_types == ("chair",)
    (material,) = understand("mukumba zwienda", venda).of("material")
    assert material.values == ("Leather",)
    assert _said(understand("tshidulo vhukati ha R300 na R700", venda)) == {"chair", "300-700"}
    assert understand("zwienda saizi 8", venda).of("size")


def test_a_changed_language_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOCABULARY_DIR", str(folder))
    monkeypatch.setattr(module, "_current", module._Current())
    assert not module.current().named("tshilavha")
    words = folder / "languages" / "ve" / "words.tsv"
    words.write_text(f"{WORDS}type\tshoes\ttshilavha\t{SOURCED}\n", encoding="utf-8")
    assert module.refresh()
    assert module.current().named("tshilavha")


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("type\tshoes\ttshienda", "ve/words.tsv: line 1: has not 4 columns"),
        (f"type\tno-such-thing\ttshienda\t{SOURCED}", "no such type"),
        (f"colour\tmauve-ish\ttshitopi\t{SOURCED}", "no such colour"),
        (f"state\tfree\tmahala\t{SOURCED}", "no such state"),
        (f"bound\tabout\tnga hafhu\t{SOURCED}", "no such bound"),
        (f"bound\tunder\tfhasi\t{SOURCED}", "'fhasi' is shorter than 'under a'"),
        (f"verb\tbuy\trenga\t{SOURCED}", "no sense 'verb'"),
        (f"type\tshoes\t[class9]enda\t{SOURCED}", "names no affix"),
        (f"type\tshoes\ttafula|trousers\t{SOURCED}", "already names"),
        ("type\tshoes\ttshienda\tprimer", "fewer than 2 sources"),
        ("type\tshoes\ttshienda\tprimer primer", "fewer than 2 sources"),
        ("type\tshoes\ttshienda\tprimer hearsay", "no source 'hearsay'; list it in sources.tsv"),
        ("type\tshoes\ttshienda\tspeller gfwn", "none of its sources shows the meaning"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(folder: Path, row: str, problem: str) -> None:
    (folder / "languages" / "ve" / "words.tsv").write_text(row + "\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match=problem):
        load_vocabulary(folder)


def test_affixes_and_sources_are_checked_as_words_are(folder: Path) -> None:
    venda = folder / "languages" / "ve"
    (venda / "affixes.tsv").write_text("class8\ttshi|zwi\tprimer\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match=r"ve/affixes.tsv: line 1: names fewer than 2"):
        load_vocabulary(folder)
    (venda / "sources.tsv").write_text("primer\tall\tCC0\tA primer\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match="shows the meaning or the form, not 'all'"):
        load_vocabulary(folder)


@pytest.mark.parametrize("code", ["nso", "st", "tn", "xh", "zu"])
def test_each_entry_names_two_known_public_sources(code: str) -> None:
    known = Sources.read(LANGUAGES).shown
    entries = [row for _, row in rows(LANGUAGES / code / "words.tsv", 4)]
    assert entries
    for *_, named in entries:
        assert len(set(named.split()) & set(known)) >= 2


def test_the_readme_says_how_many_kinds_of_things_each_language_names() -> None:
    told = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8").splitlines()
    head = told.index("| isiZulu | isiXhosa | Sesotho | Setswana | Sepedi |")
    named = []
    for code in ("zu", "xh", "st", "tn", "nso"):
        entries = [row for _, row in rows(LANGUAGES / code / "words.tsv", 4)]
        named.append(len({id_ for sense, id_, *_ in entries if sense == "type"}))
    assert told[head + 2] == "| " + " | ".join(map(str, named)) + " |"


def test_words_of_one_spelling_list_are_no_second_source_beside_what_it_lists() -> None:
    named = [row[-1] for path in LANGUAGES.glob("*/words.tsv") for _, row in rows(path, 4)]
    assert not [names for names in named if set(names.split()) == {"wikipron", "wikt"}]


def test_a_wordnet_that_draws_on_wiktionary_is_no_second_source_beside_it() -> None:
    named = [row[-1] for path in LANGUAGES.glob("*/words.tsv") for _, row in rows(path, 4)]
    assert "gfwn" in {name for names in named for name in names.split()}
    assert not [names for names in named if set(names.split()) == {"gfwn", "wikt"}]


@pytest.mark.parametrize(
    ("text", "product_type", "colour"),
    [
        ("izicathulo ezibomvu", "shoes", "red"),
        ("ihembe elimhlophe", "shirt", "white"),
        ("iikawusi ezimnyama", "socks", "black"),
        ("mosese o mohibidu", "dress", "red"),
        ("dieta tše ntsho", "shoes", "black"),
        ("katiba e kgubedu", "hat", "red"),
        ("red ilokhwe", "dress", "red"),
    ],
)
def test_colours_agree_with_their_nouns_in_all_classes(
    text: str, product_type: str, colour: str
) -> None:
    assert _said(understand(text, language())) == {product_type, colour}


MEN, WOMEN = "gender:men audience:adult", "gender:women audience:adult"
BOYS, GIRLS = "gender:men audience:kids", "gender:women audience:kids"
MIXED = {
    # isiZulu
    "cheap izicathulo for men under R500": f"price-ascending shoes {MEN} 0-500",
    "izicathulo ezimnyama zamadoda ngaphansi kuka-R800": f"shoes black {MEN} 0-800",
    "red ilokwe for girls": f"red dress {GIRLS}",
    "ibhulukwe elimpunga lowesilisa": f"trousers grey {MEN}",
    "ngifuna isikhwama sesikole esiluhlaza okwesibhakabhaka": "school-bag blue",
    "white amasokisi abafana": f"socks white {BOYS}",
    "isigqoko esiphinki under R200": "hat pink 0-200",
    "ijazi elinsundu for women": f"coat brown {WOMEN}",
    "itende elisha over R1000": "tent new 1000-",
    "expensive izibuko zelanga": "sunglasses price-descending",
    "ijezi lengane eliphuzi": "jersey yellow audience:kids",
    "isikhwama sabesifazane esimnyama": f"bag black {WOMEN}",
    "ihembe labafana elimhlophe": f"shirt white {BOYS}",
    "umgexo wegolide": "necklace gold",
    "usofa ompunga ngaphansi kwama-R5000": "sofa grey 0-5000",
    "ilokwe elinsomi lentombazane": f"dress purple {GIRLS}",
    "izicathulo ezinsundu zesilisa phakathi kuka-R300 no-R700": f"shoes brown {MEN} 300-700",
    "itafula lokhuni elisha": "table Wood new",
    "amasokisi amhlophe esikole": "socks white audience:kids",
    "ikhalenda entsha under R150": "calendar new 0-150",
    "ingubo yokulala eluhlaza": "blanket green",
    "ifoni entsha ngaphansi kuka-R3000": "cellphone new 0-3000",
    "amakha abesifazane ezishibhile": f"perfume {WOMEN} price-ascending",
    # isiXhosa
    "izihlangu ezibomvu for women": f"shoes red {WOMEN}",
    "cheap iikawusi for boys under R100": f"price-ascending socks {BOYS} 0-100",
    "ihempe ezuba yamadoda": f"shirt blue {MEN}",
    "ilokhwe emthubi yamantombazana": f"dress yellow {GIRLS}",
    "ndifuna idyasi emdaka": "coat brown",
    "umnqwazi opinki under R150": "hat pink 0-150",
    "ibhedi ngaphantsi kwe-R5000": "bed 0-5000",
    "new ibhegi emnyama": "bag black new",
    "isambrela esiluhlaza for kids": "umbrella green audience:kids",
    "iilokhwe zabafazi ezitshiphu": f"dress {WOMEN} price-ascending",
    "umbhinqo omnyama wabafazi": f"skirt black {WOMEN}",
    "ibhulukhwe yamakhwenkwe emnyama": f"trousers black {BOYS}",
    "iibhutsi ezimdaka zamadoda ngaphezulu kwe-R300": f"boots brown {MEN} 300-",
    "izihlangu phakathi kwe-R300 ne-R700": "shoes 300-700",
    "ihempe emhlophe yesikolo": "shirt white audience:kids",
    "amacici esilivere": "earrings silver",
    "itawuli eluhlaza okwesibhakabhaka": "towel blue",
    "iifenitshala ezitshiphu": "furniture price-ascending",
    "ndifuna izihlangu zabantwana ezitshiphu": "shoes audience:kids price-ascending",
    "cheap isiqholo for men": f"perfume {MEN} price-ascending",
    "isikhwama sesikhumba": "bag Leather",
    "ilaptop etshiphu": "laptop price-ascending",
    # Sesotho
    "kobo e kgubedu under R600": "blanket red 0-600",
    "seeta sa banna black": f"shoes {MEN} black",
    "dieta tse ntsho for women": f"shoes black {WOMEN}",
    "katiba e tshweu": "hat white",
    "cheap mokotla": "price-ascending bag",
    "tafole ka tlase ho R2000": "table 0-2000",
    "chair e tala": "chair green",
    "dieta tsa bashanyana": f"shoes {BOYS}",
    "baesekele for ngwana": "bicycle audience:kids",
    "new thipa e ntjha": "knife new",
    "dieta tsa banna tse ntsho ka tlase ho R500": f"shoes {MEN} black 0-500",
    "dieta tlase ho R500": "shoes 0-500",
    "kobo mahareng a R300 le R700": "blanket 300-700",
    "jakete e putswa ya bashanyana": f"jacket blue {BOYS}",
    "mokorotlo o mosootho": "hat brown",
    "yunifomo ya sekolo ya ngwanana": f"school-uniform {GIRLS}",
    "kerese e perese": "candle purple",
    "khamera e ntsho ho feta R1000": "camera black 1000-",
    "dieta theko e tlase": "shoes price-ascending",
    "bolo ya bana e lamunu": "ball orange audience:kids",
    "tente e tala for women": f"tent green {WOMEN}",
    "lieta tse ntšo tsa banna": f"shoes black {MEN}",
    "mose o mosehla under R300": "dress yellow 0-300",
    "dihempe tsa basadi": f"shirt {WOMEN}",
    # Setswana
    "ditlhako tsa banna under R700": f"shoes {MEN} 0-700",
    "white hempe for basimane": f"shirt white {BOYS}",
    "ke batla baki e ntsho": "jacket black",
    "cheap dikausu tsa bana": "price-ascending socks audience:kids",
    "bolao kwa tlase ga R4000": "bed 0-4000",
    "lebanta for men": f"belt {MEN}",
    "setulo e khibidu": "chair red",
    "baesekele ya basetsana go feta R1500": f"bicycle {GIRLS} 1500-",
    "palamonwana gauta": "ring gold",
    "borokgwe jwa basadi black": f"trousers {WOMEN} black",
    "ditlhako tsa banna tse dintsho kwa tlase ga R600": f"shoes {MEN} black 0-600",
    "mosese o mohibidu wa basetsana": f"dress red {GIRLS}",
    "hutshe e ntsho ya basadi": f"hat black {WOMEN}",
    "ditlhako magareng ga R300 le R700": "shoes 300-700",
    "borokgwe jwa basimane bo bontsho": f"trousers {BOYS} black",
    "toulo e tshweu e pinki": "towel white pink",
    "mosamo o mosetlha": "pillow yellow",
    "dikobo tse dipududu": "blanket blue",
    "lebanta la banna": f"belt {MEN}",
    "jase e mošwa under R900": "coat new 0-900",
    "sale ketlele e ntšhwa": "kettle new sale",
    "leseka la gauta": "bracelet gold",
    "taulo e serolwana": "towel yellow",
    # Sepedi
    "dieta tše ntsho tša banna": f"shoes black {MEN}",
    "roko ye khubedu under R500": "dress red 0-500",
    "ke nyaka hempe ye tšhweu": "shirt white",
    "cheap masokisi tša bana": "price-ascending socks audience:kids",
    "mpete ka fase ga R3000": "bed 0-3000",
    "blue baki ya basadi": f"jacket blue {WOMEN}",
    "mokotla wa sekolo": "school-bag",
    "kefa ye serolwana": "hat yellow",
    "borokgo bja bašemane": f"trousers {BOYS}",
    "teki for girls": f"sneakers {GIRLS}",
    "dieta tša basadi tše ntsho ka fase ga R500": f"shoes {WOMEN} black 0-500",
    "marokgo a banna a maso": f"trousers {MEN} black",
    "jase ye ntsho ya basadi": f"coat black {WOMEN}",
    "sutu ya banna ye talalegodimo": f"suit {MEN} blue",
    "malakane a mašweu": "sheet white",
    "dieta tša go tura": "shoes price-descending",
    "dieta magareng ga R300 le R700": "shoes 300-700",
    "palamonwana ya gauta ye mpsha": "ring gold new",
    "hempe ye tšhweu ya sekolo": "shirt white audience:kids",
    "hempe ye mofsa ka godimo ga R300": "shirt new 300-",
    "cheap kobo ye hubedu": "blanket red price-ascending",
    # Afrikaans
    "rok vir meisies onder R300": f"dress {GIRLS} 0-300",
    "goedkoop skoene vir mans": f"shoes {MEN} price-ascending",
    "cheap izicathulo vir mans": f"shoes {MEN} price-ascending",
}
NUMBERED = {
    "ibhulukwe elimnyama size 34": "trousers black",
    "amabhuthi ansundu usayizi 8": "boots brown",
    "izihlangu isayizi 6": "shoes",
    "dieta size 7": "shoes",
    "ditlhako tse dintsho saese 6": "shoes black",
    "dieta tše khubedu saese 5": "shoes red",
    "swart tekkies grootte 8": "sneakers black",
}


@pytest.mark.parametrize(("text", "said"), MIXED.items())
def test_a_text_may_mix_languages(text: str, said: str) -> None:
    read = understand(text, language())
    assert _said(read) == set(said.split())
    assert (read.words, read.ignored) == ((), ())


@pytest.mark.parametrize(("text", "said"), NUMBERED.items())
def test_a_size_stands_behind_its_word(text: str, said: str) -> None:
    read = understand(text, language())
    (size,) = read.of("size")
    assert _said(read) - set(size.values) == set(said.split())
    assert {value.split()[-1] for value in size.values} >= {text.rsplit(maxsplit=1)[-1]}
    assert read.words == ()


@pytest.mark.parametrize(
    ("stem", "concords"),
    [
        ("mnyama", "o e a aba eli esi ezi olu obu"),
        ("bomvu", "o e a aba eli esi ezi olu obu"),
        ("mhlophe", "o e a aba eli esi ezi olu obu"),
        ("ntsho", "mo ba me le ma se di lo bo go"),
        ("sweu", "mo ba me le ma se di lo bo go"),
        ("hibidu", "mo ba me le ma se di lo bo go"),
    ],
)
def test_a_colour_is_read_with_the_concord_of_each_noun_class(stem: str, concords: str) -> None:
    meant = {"mnyama": "black", "bomvu": "red", "mhlophe": "white"}
    meant |= {"ntsho": "black", "sweu": "white", "hibidu": "red"}
    for concord in concords.split():
        assert _said(understand(f"{concord}{stem} bag", language())) == {"bag", meant[stem]}


def test_a_word_that_joins_is_no_end_of_a_half_typed_one() -> None:
    (things,) = understand("shoe la", language()).of("type")
    assert things.product_types == ("shoe-laces",)


def test_what_joins_two_prices_is_no_range_of_other_numbers() -> None:
    spoken = module.load_vocabulary().spoken
    assert spoken.with_english_bounds("levis 501 no 34") == "levis 501 no 34"
    assert spoken.with_english_bounds("r300 no-r700") == "r300 to r700"


def _said(read: Meaning) -> set[str]:
    """Return the product types and values of a reading's parts, and its price as bounds."""
    said = {
        value for part in read.parts for value in getattr(part, "product_types", ()) or part.values
    }
    return said | {_bounds(part.low, part.high) for part in read.of("price")}


def _bounds(low: float | None, high: float | None) -> str:
    return f"{round(low or 0)}-{'' if high is None else round(high)}"


def test_a_bound_is_the_whole_phrase_that_was_typed() -> None:
    (price,) = understand("ibhedi ngaphantsi kwe-R5000", language()).of("price")
    assert price.text == "ngaphantsi kwe-R5000"


def test_words_of_a_bound_without_an_amount_stay_as_they_are() -> None:
    spoken = module.load_vocabulary().spoken
    for text in ("ngaphansi kuka", "ka fase ga mpete", "xngaphansi r500"):
        assert spoken.with_english_bounds(text) == text


def test_words_of_other_languages_are_no_corrections_of_english() -> None:
    assert understand("bakin", language()).of("type") == ()


def test_what_a_language_joins_and_denies_with_stands_in_its_folder(folder: Path) -> None:
    phrases = folder / "languages" / "ve" / "phrases.tsv"
    phrases.write_text("not\t-\thu si na\nwhole\t-\tzwa mbilu\n", encoding="utf-8")
    venda = replace(language(), vocabulary=load_vocabulary(folder))
    read = understand("zwienda hu si na ntswu", venda)
    assert [(part.kind, part.excluded) for part in read.parts] == [
        ("colour", True),
        ("type", False),
    ]
    assert understand("zwienda zwa mbilu", venda).words == ("zwa", "mbilu")
    phrases.write_text("maybe\t-\thu si na\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match=r"ve/phrases\.tsv: line 1: there is no sense"):
        load_vocabulary(folder)
