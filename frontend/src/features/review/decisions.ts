import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf } from "../../lib/api/client";
import { load, operatorApi, tell } from "../../lib/api/operator";
import type { Accuracy, Doubt } from "../../lib/api/schema";
import { showError } from "../../lib/toasts";

interface Done {
  id: number;
  doubt: Doubt;
}

export interface Decisions {
  doubt: Doubt | undefined;
  accuracy: readonly Accuracy[];
  isLoading: boolean;
  isSending: boolean;
  error: Error | null;
  decided: number;
  last: Done | undefined;
  onRetry: () => void;
  /** `colorId` null: it cannot be told. */
  onDecide: (colorId: number | null) => void;
  onUndo: () => void;
}

const QUERY = load("/api/review", { params: { query: { size: 20 } } });

/** The products in doubt, one after the other, and what was decided of those before. */
export function useDecisions(): Decisions {
  const { data, error, refetch, isFetching } = useQuery(QUERY);
  const [done, setDone] = useState<readonly Done[]>([]);
  const decided = new Set(done.map(({ doubt: { productId } }) => productId));
  const left = data?.items.filter(({ productId }) => !decided.has(productId)) ?? [];
  const [again, setAgain] = useState<Doubt>();
  const doubt = again ?? left[0];
  const last = done.at(-1);

  const decide = useMutation({
    mutationFn: ({ doubt: { productId }, colorId }: { doubt: Doubt; colorId: number | null }) =>
      bodyOf(operatorApi.POST("/api/review", { body: { productId, colorId } })),
    onSuccess: ({ id }, { doubt: decidedOn }) => {
      setDone((before) => [...before, { id, doubt: decidedOn }]);
      setAgain(undefined);
      if (left.filter((other) => other !== decidedOn).length === 0) void refetch();
    },
    onError: showError,
  });
  const undo = useMutation({
    mutationFn: ({ id }: Done) => tell("/api/review/undo", { body: { id } }),
    onSuccess: (_, undone) => {
      setDone((before) => before.filter(({ id }) => id !== undone.id));
      setAgain(undone.doubt);
    },
    onError: showError,
  });
  const isSending = decide.isPending || undo.isPending;

  return {
    doubt,
    accuracy: data?.accuracy ?? [],
    isLoading: isFetching && doubt === undefined,
    isSending,
    error,
    decided: done.length,
    last,
    onRetry: () => void refetch(),
    onDecide: (colorId) => {
      if (doubt !== undefined && !isSending) decide.mutate({ doubt, colorId });
    },
    onUndo: () => {
      if (last !== undefined && !isSending) undo.mutate(last);
    },
  };
}
