import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../lib/api/client";
import { fetchBrandNames, saveBrand } from "../api/brands";
import { startSuggestion } from "../api/jobs";
import { startBrand } from "../api/runs";
import { isSuggestion } from "../trial/trial";
import { resultOf } from "../trial/useJob";
import { brandOf, listedStores, stateOf, type ListedStore, type StoreState } from "./stores";

/** A list of stores: looked at one after another, as their jobs are; added when the operator says so. */
export function useStores() {
  const client = useQueryClient();
  const [stores, setStores] = useState<readonly ListedStore[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  // Counts the lists: the one before, and one whose page was left, is looked at no further.
  const round = useRef(0);
  useEffect(() => () => void (round.current += 1), []);

  const set = (url: string, state: StoreState) =>
    setStores((all) => all.map((store) => (store.url === url ? { url, state } : store)));

  const looked = async (url: string): Promise<StoreState> => {
    try {
      return stateOf(await resultOf(client, await startSuggestion({ url, quick: true }), isSuggestion));
    } catch (reason) {
      return { of: "nothing", why: messageOf(reason) };
    }
  };

  const look = async (text: string) => {
    const own = (round.current += 1);
    setError(null);
    try {
      const listed = listedStores(text, await fetchBrandNames(new AbortController().signal));
      setWrong(listed.wrong);
      setStores(listed.stores);
      for (const { url, state } of listed.stores) {
        if (state.of !== "waiting") continue;
        if (round.current !== own) return;
        set(url, { of: "looking" });
        set(url, await looked(url));
      }
    } catch (reason) {
      setError(messageOf(reason));
    }
  };

  const add = async (store: ListedStore) => {
    if (store.state.of !== "found") return;
    set(store.url, { of: "adding" });
    try {
      const { id } = await saveBrand(brandOf(store, store.state.suggestion));
      await startBrand("start", String(id));
      set(store.url, { of: "added", brandId: id });
    } catch (reason) {
      set(store.url, { of: "nothing", why: messageOf(reason) });
    }
  };

  const addAll = async () => {
    for (const store of stores) await add(store);
  };
  return { stores, wrong, error, look, add, addAll };
}
