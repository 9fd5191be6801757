import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { ProblemNote } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { useFork } from '@/lib/client/decisions/use-fork'

type Props = { sessionId: string; seq: number; children: ReactNode }

/** Forks a session after an event, and opens the fork. */
export function ForkButton({ sessionId, seq, children }: Props) {
  const router = useRouter()
  const { mutate, isPending, error } = useFork(sessionId, ({ id }) => router.push(`/sessions/${id}`))
  return (
    <>
      <Button variant="quiet" className="-mr-1.5" off={isPending} onClick={() => mutate(() => ({ seq }))}>
        {children}
      </Button>
      <ProblemNote error={error} />
    </>
  )
}
