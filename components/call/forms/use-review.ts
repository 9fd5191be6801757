import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isProblem } from '@/lib/client/api/fetch-api'
import { LARGE_CHARS } from '@/lib/client/text/field-text'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'

/** `sound`: the change may be approved as it is. `wrong`: it has errors, or a rule refuses it. */
export type Review =
  | { kind: 'sound' | 'wrong'; text: string; answer: PreviewAnswer }
  | { kind: 'failed'; error: Error }

/**
 * Asks the server what arguments would do. The answer holds for exactly this text, and for a Call as it stood then:
 * after any change there is none.
 */
export function useReview<E extends { text: string }>(edit: E, ask: (edit: E) => Promise<PreviewAnswer>) {
  const [last, setLast] = useState<{ edit: E; review: Review } | null>(null)
  const [requested, setWanted] = useState<E | null>(null)
  const latest = useRef<E | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (question: E) => {
      latest.current = question
      return ask(question)
    },
    onSuccess: (answer, reviewed) => {
      const isSound = answer.errors.length === 0 && answer.verdict !== 'deny'
      settle(reviewed, { kind: isSound ? 'sound' : 'wrong', text: reviewed.text, answer })
    },
    onError: (error, reviewed) => {
      if (!isProblem(error)) throw error
      settle(reviewed, { kind: 'failed', error })
    },
  })
  /** An answer that was overtaken by a later question is nobody's. */
  const settle = (reviewed: E, review: Review): void => {
    if (reviewed === latest.current) setLast({ edit: reviewed, review })
  }
  const names = Object.keys(edit) as (keyof E)[]
  const isFor = (other: E | null | undefined): boolean =>
    other != null && names.every(name => other[name] === edit[name])
  return {
    review: last && isFor(last.edit) ? last.review : null,
    /** Whether the review of just this is under way. */
    isReviewing: isPending && isFor(variables),
    /** Whether the review of anything is. */
    isPending,
    /** Whether somebody asked for the review of just this. */
    isAsked: isFor(requested),
    start: () => {
      setWanted(edit)
      mutate(edit)
    },
    follow: () => mutate(edit),
    /** What it would do is another thing now, which nobody has seen or asked for. */
    forget: () => {
      setLast(null)
      setWanted(null)
    },
  }
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
  const ask = useRef(follow)
  useEffect(() => {
    ask.current = follow
  })
  const following = isSame ? 'unchanged' : followingOf(text)
  const isDue = following === 'follows' && review === null && !isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the pause anew
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => ask.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isDue, text])
  return !isSame && (review?.kind === 'failed' || review?.kind === 'wrong') ? review.kind : following
}

function followingOf(text: string): FollowingReview {
  if (text.length > LARGE_CHARS) return 'large'
  try {
    JSON.parse(text)
    return 'follows'
  } catch {
    return 'unsound'
  }
}
