import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewAnswer } from '@/lib/domain/decision-request'
import { api } from './api'
import { isProblem } from './api-problem'

/** `sound`: the change may be approved as it is. `wrong`: it is answered, with errors or a refusing rule. */
export type Review =
  | { kind: 'sound' | 'wrong'; text: string; answer: PreviewAnswer }
  | { kind: 'failed'; error: Error }

/** `tool` where it is another than the Call's. */
type About = { callId: string; digest: string; tool?: string | undefined; text: string }

/**
 * Asks the server what edited arguments would do. The answer holds for exactly the text it was asked about,
 * and for the Call as it stood then: after any change there is none.
 */
export function useReview(about: About): { review: Review | null; isReviewing: boolean; start: () => void } {
  const [held, setHeld] = useState<{ about: About; review: Review } | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ callId, tool, text }: About) => api.previewCall({ callId, tool, argumentsText: text }),
    onSuccess: (answer, asked) => setHeld({ about: asked, review: reviewOf(answer, asked.text) }),
    onError: (error, asked) => {
      if (!isProblem(error)) throw error
      setHeld({ about: asked, review: { kind: 'failed', error } })
    },
  })
  const holds = held !== null && isSame(held.about, about)
  return { review: holds ? held.review : null, isReviewing: isPending, start: () => mutate(about) }
}

const isSame = (one: About, other: About): boolean =>
  one.text === other.text && one.tool === other.tool && one.digest === other.digest

function reviewOf(answer: PreviewAnswer, text: string): Review {
  const isSound = answer.errors.length === 0 && answer.verdict !== 'deny'
  return { kind: isSound ? 'sound' : 'wrong', text, answer }
}
