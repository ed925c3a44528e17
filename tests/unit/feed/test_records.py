from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapers.feeds.errors import FeedError
from scrapers.feeds.forms import lines
from scrapers.feeds.forms.record import Record
from scrapers.feeds.forms.records import read_records

CSV = "id,title,price\n1,Dress,5 ZAR\n2,Shoe,6 ZAR\n"


def records(path: Path, content: str | bytes, name: str = "feed.csv") -> list[Record]:
    file = path / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_records(file))


def good(found: list[Record]) -> list[str]:
    return [str(record.values["id"]) for record in found if not record.problem]


def problems(found: list[Record]) -> dict[int, str]:
    return {record.line: record.problem for record in found if record.problem}


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_a_table_is_read_whatever_its_delimiter_and_suffix(tmp_path: Path, delimiter: str) -> None:
    found = records(tmp_path, CSV.replace(",", delimiter))
    assert good(found) == ["1", "2"]
    assert found[0].values == {"id": "1", "title": "Dress", "price": "5 ZAR"}
    assert [record.line for record in found] == [2, 3]


def test_columns_may_carry_the_g_prefix_and_capitals(tmp_path: Path) -> None:
    (found,) = records(tmp_path, "ID,Title,g:image link\n1,Dress,a.jpg\n")
    assert found.values == {"id": "1", "title": "Dress", "image_link": "a.jpg"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_are_taken(tmp_path: Path, encoding: str) -> None:
    assert good(records(tmp_path, CSV.encode(encoding))) == ["1", "2"]


def test_quoted_cells_may_hold_delimiters_and_line_ends(tmp_path: Path) -> None:
    found = records(tmp_path, 'id,title\n1,"Dress,\nlong ""maxi"""\n2,Shoe\n')
    assert found[0].values["title"] == 'Dress,\nlong "maxi"'
    assert [record.line for record in found] == [2, 4]


def test_a_quotation_mark_that_is_never_closed_costs_only_its_own_row(tmp_path: Path) -> None:
    found = records(tmp_path, 'id,title\n1,"Dress\n2,Shoe\n3,Hat\n4,"Belt"\n')
    assert good(found) == ["2", "3", "4"]
    assert problems(found) == {2: "a quotation mark is not closed"}


def test_an_inch_mark_is_a_character(tmp_path: Path) -> None:
    found = records(tmp_path, 'id\ttitle\n1\t12" belt\n2\t"6"" pan"\n', "feed.tsv")
    assert [record.values["title"] for record in found] == ['12" belt', '6" pan']


def test_rows_with_another_delimiter_or_too_few_columns_are_refused(tmp_path: Path) -> None:
    found = records(tmp_path, "id,title,price\n1;Dress;5\n2,Shoe\n3,Hat,6 ZAR\n4,a,b,c\n")
    assert good(found) == ["3"]
    assert problems(found) == {
        2: "the row has 1 columns, the header has 3",
        3: "the row has 2 columns, the header has 3",
        5: "the row has 4 columns, the header has 3",
    }


def test_a_line_that_is_not_utf8_is_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    found = records(tmp_path, b"id,title\n1,Dress\n2,Ros\xe9\n3,Hat\n")
    assert good(found) == ["1", "3"]
    assert problems(found) == {3: "the line is not UTF-8 (byte 6)"}


def test_json_lines_that_are_broken_are_refused_one_by_one(tmp_path: Path) -> None:
    content = "\n".join(
        [
            '{"id": "1", "price": NaN}',
            '{"id": "2"',
            "[1, 2]",
            "",
            "[" * 50_000,
            '{"id": "3"}',
            '{"id":',
        ]
    )
    found = records(tmp_path, content, "feed.jsonl")
    assert good(found) == ["1", "3"]
    assert sorted(problems(found)) == [2, 3, 5, 7]
    assert problems(found)[3] == "the line is not a JSON object"


def test_json_numbers_of_any_length_end_nothing(tmp_path: Path) -> None:
    found = records(tmp_path, '{"id": ' + "9" * 10_000 + '}\n{"id": "2"}\n', "feed.jsonl")
    assert good(found) == ["2"]


def test_a_line_over_the_limit_is_skipped_without_being_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LINE_LIMIT", 64)
    long = json.dumps({"id": "1", "title": "x" * 1_000})
    found = records(tmp_path, f'{long}\n{{"id": "2"}}\n{long}', "feed.jsonl")
    assert good(found) == ["2"]
    assert set(problems(found)) == {1, 3}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("\n\n  \n", "is empty"),
        ("name,cost\nDress,5\n", "neither XML nor JSON nor a table"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "neither XML nor JSON nor a table"),
    ],
)
def test_a_file_that_is_no_feed_says_so(tmp_path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(FeedError, match=message):
        records(tmp_path, content)


def test_the_position_reaches_the_end_of_the_file(tmp_path: Path) -> None:
    for content in (CSV.encode(), CSV.encode("utf-16"), b'{"id": 1}\n{"id": 2}'):
        found = records(tmp_path, content)
        assert found[-1].end == len(content)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\ufeffID,Title,Image Link,\n1,Tee,a.jpg,\n", "title"),
        ("g:id\tg:title\tg:image_link\n1\tTee\ta.jpg\n", "title"),
        ("id\tstructured_title\timage_link\n1\tTee\ta.jpg\n", "structured_title"),
    ],
)
def test_a_header_is_known_by_the_names_of_id_and_title(
    tmp_path: Path, text: str, name: str
) -> None:
    (found,) = records(tmp_path, text)
    assert (found.values["id"], found.values[name], found.values["image_link"]) == (
        "1",
        "Tee",
        "a.jpg",
    )


def test_json_lines_may_begin_with_an_object_that_holds_a_list(tmp_path: Path) -> None:
    line = json.dumps({"pictures": [{"a": 1}], "id": "7"})
    found = records(tmp_path, f"{line}\n{line.replace('7', '8')}\n", "catalogue.jsonl")
    assert good(found) == ["7", "8"]


@pytest.mark.parametrize("odd", [b"\x00\r\x01 \r\xff", b"a\rb\x1a" * 50, b"x" * 200_000])
def test_what_is_no_feed_is_refused_whatever_its_bytes(tmp_path: Path, odd: bytes) -> None:
    for name in ("feed.zip", "feed.csv", "feed.xml"):
        with pytest.raises(FeedError):
            records(tmp_path, odd + b"\n" + odd, name)
