import { bodyOf } from "../../lib/api/client";
import { operatorApi } from "../../lib/api/operator/api";
import type { WordInput } from "../../lib/api/schema";
import { saveFile } from "../../lib/browser/saveFile";
import { showError } from "../../lib/toasts";

/** Signs a word; answers with what is said of it. */
export function signWord(word: WordInput): Promise<string> {
  return bodyOf(operatorApi.POST("/api/words", { body: word, parseAs: "text" }));
}

/** Saves what was signed of a language, as its folder has it. */
export function exportWords(language: string): void {
  const call = operatorApi.GET("/api/words/export", { params: { query: { language } }, parseAs: "blob" });
  bodyOf<Blob>(call).then((data) => saveFile(`${language}.tsv`, data), showError);
}
