import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import type { LanguageWord, WordInput } from "../../lib/api/schema";
import { http, server } from "../../testServer";
import WordsPage from "./WordsPage";

const SHOES: LanguageWord = {
  sense: "type",
  meant: "shoes",
  means: "shoes",
  form: "zwienda",
  said: "zwienda",
  sources: "gatitos jw300",
  signatures: [],
};
const RED: LanguageWord = {
  ...SHOES,
  sense: "colour",
  meant: "red",
  means: "red",
  form: "[adjective]tswuku",
  said: "mutswuku, tshitswuku",
};

let sent: WordInput[];
let words: LanguageWord[];

beforeEach(() => {
  sent = [];
  words = [SHOES, RED];
  server.use(
    http.get("/api/scraper/getProcesses", ({ response }) => response(200).json([])),
    http.get("/api/words", ({ response }) =>
      response(200).json({
        languages: [
          { code: "ve", name: "Tshivenḓa" },
          { code: "zu", name: "isiZulu" },
        ],
        language: "ve",
        words,
      }),
    ),
    http.post("/api/words", async ({ request, response }) => {
      const word = await request.json();
      sent.push(word);
      words = words.map((known) =>
        known.form === word.form
          ? { ...known, signatures: [{ by: "vho Nele", isRight: word.isRight === true }] }
          : known,
      );
      return response(200).text(`“${word.form}” is signed`);
    }),
  );
  render(
    <MemoryRouter initialEntries={["/words?language=ve"]}>
      <WordsPage />
    </MemoryRouter>,
  );
});

const row = (name: string) => screen.findByRole("group", { name });

it("confirms a word, and shows who signed it", async () => {
  await userEvent.click(within(await row("zwienda: shoes")).getByRole("button", { name: "Right" }));
  expect(await screen.findByText(/right, says vho Nele/)).toBeVisible();
  expect(sent).toEqual([{ language: "ve", sense: "type", meant: "shoes", form: "zwienda", isRight: true }]);
});

it("mends a word by the keyboard", async () => {
  within(await row("mutswuku, tshitswuku: red"))
    .getByRole("button", { name: "Mend…" })
    .focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.type(screen.getByLabelText(/^Instead of/), "tswuku{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ form: "[adjective]tswuku", isRight: false, instead: "tswuku" });
  await waitFor(() => expect(screen.queryByLabelText(/^Instead of/)).toBeNull());
});

it("adds a word by its English one", async () => {
  await userEvent.type(await screen.findByLabelText("Word"), "bvuri");
  await userEvent.type(screen.getByLabelText("In English"), "hat{Enter}");
  await waitFor(() => expect(sent).toEqual([{ language: "ve", form: "bvuri", means: "hat", isRight: true }]));
});

it("keeps what was typed where it is refused", async () => {
  const message = "nothing is called so; try another English word";
  server.use(
    http.post("/api/words", async ({ request, response }) => {
      sent.push(await request.json());
      return response.untyped(Response.json({ message }, { status: 400 }));
    }),
  );
  await userEvent.type(await screen.findByLabelText("Word"), "bvuri");
  await userEvent.type(screen.getByLabelText("In English"), "hta{Enter}");
  await userEvent.click(within(await row("zwienda: shoes")).getByRole("button", { name: "Mend…" }));
  await userEvent.type(screen.getByLabelText(/^Instead of/), "7{Enter}");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(screen.getByLabelText("Word")).toHaveValue("bvuri");
  expect(screen.getByLabelText(/^Instead of/)).toHaveValue("7");
});

it("finds a word in either language", async () => {
  await row("zwienda: shoes");
  await userEvent.type(screen.getByRole("searchbox"), "RED");
  expect(screen.queryByRole("group", { name: "zwienda: shoes" })).toBeNull();
  expect(screen.getByText("1 word")).toBeVisible();
});
