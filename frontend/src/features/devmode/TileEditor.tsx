import { useState } from "react";
import { Button } from "../../components/Button";
import { type Options, Select } from "../../components/Select";
import { optionsOf, useFiltersThere } from "../../lib/api/catalogue";
import { postAsOperator } from "../../lib/api/operator";
import type { ImageSave } from "../../lib/api/schema";
import type { FilterOption, Hit } from "../../lib/api/wire";
import { showError, showToast } from "../../lib/toasts";
import { withId } from "./SidePanel";
import styles from "./devmode.module.css";

interface PickerProps {
  label: string;
  choices: Options;
  value: number | null;
  onPick: (id: number) => void;
}

function Picker({ label, choices, value, onPick }: PickerProps) {
  // A page of tiles has 126 of these, with 250 options each: they are rendered on first use.
  const [reached, setReached] = useState(false);
  const reach = () => setReached(true);
  const shown = reached ? choices : choices.filter(([id]) => id === value);
  return (
    <label className={styles.editorField}>
      {label}
      <Select
        options={shown}
        onFocus={reach}
        onPointerEnter={reach}
        value={value ?? ""}
        onChange={(event) => onPick(Number(event.target.value))}
      >
        <option value="" disabled>
          –
        </option>
      </Select>
    </label>
  );
}

type Edit = Pick<ImageSave, "finalCategoryId" | "finalColorId" | "unisex" | "switchOrder">;

/** Saves an edit and shows the result as a toast (spec §8). */
function save({ productId, brandId, groupKey }: Hit, edit: Edit): void {
  const body = { productId, brandId, groupKey, ...edit };
  postAsOperator("/api/images/save", { body }).then((words) => showToast(words, "success"), showError);
}

/** Options with database ids, a category's depth shown by dashes (slugs are paths). */
function categoryChoices(options: readonly FilterOption[]): Options {
  return withId(options).map(({ id, label, value }) => [
    id,
    "– ".repeat(value.split("/").length - 1) + label,
  ]);
}

/** The deepest of a product's categories; a document holds all ancestors too. */
function leafOf(slugs: readonly string[] = []): string | undefined {
  return [...slugs].sort((a, b) => b.split("/").length - a.split("/").length)[0];
}

function idOf(options: readonly FilterOption[], value: string | undefined): number | null {
  return options.find((option) => option.value === value)?.id ?? null;
}

/** A tile's editing panel: category and colour save on change, the rest with Save (spec §2.3). */
export function TileEditor({ hit }: { hit: Hit }) {
  const data = useFiltersThere();
  const categories = data ? optionsOf(data, "category") : [];
  const colours = data ? optionsOf(data, "colour") : [];
  const [category, setCategory] = useState(() => idOf(categories, leafOf(hit.category)));
  const [colour, setColour] = useState(() => idOf(colours, hit.colour?.[0]));
  const [unisex, setUnisex] = useState(hit.unisex ?? false);
  // A hit does not show whether its order is switched: what is left alone is not sent.
  const [switchOrder, setSwitchOrder] = useState<boolean | null>(null);
  const edit = { unisex, ...(switchOrder !== null && { switchOrder }) };
  const pickCategory = (id: number) => {
    setCategory(id);
    save(hit, { finalCategoryId: id });
  };
  const pickColour = (id: number) => {
    setColour(id);
    save(hit, { finalColorId: id });
  };
  return (
    <fieldset className={styles.editor}>
      <legend className="visually-hidden">Edit {hit.name}</legend>
      <Picker label="Category" choices={categoryChoices(categories)} value={category} onPick={pickCategory} />
      <Picker label="Colour" choices={categoryChoices(colours)} value={colour} onPick={pickColour} />
      <label className={styles.editorCheck}>
        <input type="checkbox" checked={unisex} onChange={(event) => setUnisex(event.target.checked)} />
        Unisex
      </label>
      <label className={styles.editorCheck}>
        <input
          type="checkbox"
          checked={switchOrder ?? false}
          onChange={(event) => setSwitchOrder(event.target.checked)}
        />
        Switch order
      </label>
      <Button onClick={() => save(hit, edit)}>Save</Button>
    </fieldset>
  );
}
