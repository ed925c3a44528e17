import { useState, type SubmitEvent } from "react";
import { Action } from "../../components/Action";
import type { LanguageWord } from "../../lib/api/schema";
import styles from "./words.module.css";

export interface Verdict {
  isRight: boolean;
  instead?: string;
}

interface WordRowProps {
  word: LanguageWord;
  /** The language of the word, for those who have it read out. */
  language: string;
  onSign: (verdict: Verdict, onSigned?: () => void) => void;
}

function Signatures({ word: { sources, signatures } }: { word: LanguageWord }) {
  const said = signatures.map(({ by, isRight }) => `${isRight ? "right" : "wrong"}, says ${by}`);
  return <p className={styles.note}>{[sources || "added by speakers", ...said].join(" · ")}</p>;
}

function Mend({ form, onMend }: { form: string; onMend: (instead: string) => void }) {
  const [instead, setInstead] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onMend(instead);
  };
  return (
    <form className={styles.add} onSubmit={submit}>
      <label className={styles.label}>
        Instead of “{form}”
        <input
          className={styles.input}
          value={instead}
          required
          maxLength={100}
          autoCapitalize="none"
          onChange={(event) => setInstead(event.target.value)}
        />
      </label>
      <Action kind="filled" type="submit">
        Mend
      </Action>
    </form>
  );
}

/** A word with what it means, and what a speaker can say of it. */
export function WordRow({ word, language, onSign }: WordRowProps) {
  const [mends, setMends] = useState(false);
  const mend = (instead: string) => onSign({ isRight: false, instead }, () => setMends(false));
  return (
    <li className={styles.word}>
      <div className={styles.said}>
        <strong lang={language}>{word.said}</strong> {word.means}
        <Signatures word={word} />
      </div>
      <div className={styles.actions} role="group" aria-label={`${word.said}: ${word.means}`}>
        <Action onClick={() => onSign({ isRight: true })}>Right</Action>
        <Action onClick={() => onSign({ isRight: false })}>Wrong</Action>
        <Action aria-expanded={mends} onClick={() => setMends(!mends)}>
          Mend…
        </Action>
      </div>
      {mends && <Mend form={word.said} onMend={mend} />}
    </li>
  );
}
