import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Action } from "../../components/Action";
import { OperatorGate } from "../../components/operator/OperatorGate";
import { Pick } from "../../components/operator/Pick";
import { LoadError } from "../../components/states/LoadError";
import type { LanguageWords, WordInput } from "../../lib/api/schema";
import { get } from "../../lib/api/query";
import { operatorApi } from "../../lib/api/operator/api";
import { countOf } from "../../lib/catalogue/format";
import { showError, showToast } from "../../lib/toasts";
import { AddWord } from "./AddWord";
import { exportWords, signWord } from "./api";
import { WordRow } from "./WordRow";
import styles from "./words.module.css";

const FIRST = "zu";

interface ListProps {
  listed: LanguageWords;
  onSign: (word: Omit<WordInput, "language">, onSigned?: () => void) => void;
}

function WordList({ listed: { language, words }, onSign }: ListProps) {
  const [sought, setSought] = useState("");
  const needle = sought.trim().toLowerCase();
  const shown = words.filter(({ said, means }) => `${said} ${means}`.toLowerCase().includes(needle));
  return (
    <>
      <label className={styles.label}>
        Find a word, in either language
        <input
          className={styles.input}
          type="search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      </label>
      <p className={styles.note} role="status">
        {countOf(shown.length, "word")}
      </p>
      <ul className={styles.words} role="list">
        {shown.map((word) => (
          <WordRow
            key={`${word.sense} ${word.meant} ${word.form}`}
            word={word}
            language={language}
            onSign={(verdict, onSigned) =>
              onSign({ sense: word.sense, meant: word.meant, form: word.form, ...verdict }, onSigned)
            }
          />
        ))}
      </ul>
    </>
  );
}

function Words() {
  const [params, setParams] = useSearchParams();
  const language = params.get("language") ?? FIRST;
  const query = get("/api/words", { params: { query: { language } } }, operatorApi);
  const { data, error, refetch } = useQuery(query);
  const { mutate } = useMutation({
    mutationFn: (word: Omit<WordInput, "language">) => signWord({ language, ...word }),
    onSuccess: (text) => showToast(text, "success"),
    onError: showError,
    onSettled: () => void refetch(),
  });
  const sign: ListProps["onSign"] = (word, onSigned) => mutate(word, { onSuccess: onSigned });
  const options = data?.languages.map(({ code, name }) => [code, name] as const) ?? [];
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">Words of our languages</h1>
        <Pick
          label="Language"
          value={language}
          options={options}
          onChange={(code) => setParams({ language: code }, { replace: true })}
        />
        <Action onClick={() => exportWords(language)}>Export what is signed</Action>
      </header>
      <p className={styles.note}>
        Each word that you sign carries your name. A new one is read in every search from then on.
      </p>
      <AddWord onAdd={(form, means, onSigned) => sign({ form, means, isRight: true }, onSigned)} />
      <LoadError error={error} onRetry={() => void refetch()} />
      {data && <WordList key={language} listed={data} onSign={sign} />}
    </>
  );
}

/** Where speakers confirm, mend and add words of South Africa's languages. */
export default function WordsPage() {
  return (
    <section className={styles.page}>
      <OperatorGate title="Words of our languages">
        <Words />
      </OperatorGate>
    </section>
  );
}
