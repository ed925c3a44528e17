import { describe, expect, it } from "vitest";
import { fileNameOf, lastCharacters, logLines, logNameOf } from "../ProcessesTab";

describe("the status text", () => {
  it("keeps the last 5,000 characters", () => {
    const text = "a".repeat(10) + "b".repeat(5000);
    expect(lastCharacters(text)).toBe("b".repeat(5000));
  });

  it("never starts inside a character of two units", () => {
    expect(lastCharacters("😀x", 2)).toBe("x");
  });
});

describe("a log", () => {
  it("is trimmed and split on CRLF, and on lone line feeds", () => {
    expect(logLines("\r\n one\r\ntwo\nthree \r\n")).toEqual(["one", "two", "three"]);
  });

  it("is named by the tail of the command's path", () => {
    expect(logNameOf("scrape Karoo Cotton /srv/scrape/status/karoo-41.log")).toBe(
      "scrape/status/karoo-41.log",
    );
    expect(logNameOf("scrape Karoo Cotton /var/log/karoo-41.log")).toBe("karoo-41.log");
    expect(fileNameOf("scrape/status/karoo-41.log")).toBe("karoo-41.log");
  });
});
