import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isProblem } from '@/lib/client/api/fetch-api'
import { LARGE_CHARS } from '@/lib/client/text/field-text'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
import { jsonIn } from '@/lib/text/json/json-value'

/** `sound`: the change may be approved as it is. `wrong`: it has errors, or a rule refuses it. */
export type Review =
  | { kind: 'sound' | 'wrong'; text: string; answer: PreviewAnswer }
  | { kind: 'failed'; error: Error }

/**
 * Asks the server what arguments would do. The answer holds for exactly this text, and for a Call as it stood then:
 * after any change there is none.
 */
export function useReview<E extends { text: string }>(edit: E, ask: (edit: E) => Promise<PreviewAnswer>) {
  const [requested, setRequested] = useState<E | null>(null)
  const { mutate, reset, data, error, variables, isPending } = useMutation({
    mutationFn: (question: E) => ask(question),
    onError: error => {
      if (!isProblem(error)) throw error
    },
  })
  const isFor = (other: E | null | undefined): boolean =>
    other != null && (Object.keys(edit) as (keyof E)[]).every(name => other[name] === edit[name])
  const text = variables?.text ?? ''
  const review = useMemo(() => reviewOf(text, data, error), [text, data, error])
  return {
    review: isFor(variables) ? review : null,
    /** Whether the review of just this is under way. */
    isReviewing: isPending && isFor(variables),
    /** Whether the review of anything is. */
    isPending,
    /** Whether somebody asked for the review of just this. */
    isAsked: isFor(requested),
    start: () => {
      setRequested(edit)
      mutate(edit)
    },
    follow: () => mutate(edit),
    /** What it would do is another thing now, which nobody has seen or asked for. */
    forget: () => {
      reset()
      setRequested(null)
    },
  }
}

function reviewOf(text: string, answer: PreviewAnswer | undefined, error: Error | null): Review | null {
  if (error) return { kind: 'failed', error }
  if (!answer) return null
  const isSound = answer.errors.length === 0 && answer.verdict !== 'deny'
  return { kind: isSound ? 'sound' : 'wrong', text, answer }
}

/** How long nobody has typed when the server is asked. */
const PAUSE_MS = 300

/** Why the change cannot be approved yet: its review comes by itself, has to be asked for, or found something wrong. */
export type FollowingReview = 'unchanged' | 'follows' | 'unsound' | 'large' | 'failed' | 'wrong'

type Reviewing = Pick<ReturnType<typeof useReview>, 'review' | 'isPending' | 'follow'>

/** Reviews what was typed after a pause, one text at a time. What is no JSON, or long, is not sent unasked. */
export function useFollowingReview(
  { review, isPending, follow }: Reviewing,
  text: string,
  isSame: boolean,
): FollowingReview {
  const ask = useEffectEvent(follow)
  const following = isSame ? 'unchanged' : followingOf(text)
  const isDue = following === 'follows' && review === null && !isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the pause anew
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => ask(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isDue, text])
  return !isSame && (review?.kind === 'failed' || review?.kind === 'wrong') ? review.kind : following
}

function followingOf(text: string): FollowingReview {
  if (text.length > LARGE_CHARS) return 'large'
  return jsonIn(text) === undefined ? 'unsound' : 'follows'
}
