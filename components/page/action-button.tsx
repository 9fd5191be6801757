import type { ComponentProps } from 'react'
import { ProblemNote } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { useChange } from '@/lib/client/queries/use-api'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'children'> & {
  /** `key` makes a repeat after a lost answer safe. */
  act: (key: string) => Promise<unknown>
  /** Stays off once it has done its work. */
  isOnce?: boolean
}

/** A button that does one thing on the server; why it failed stands beside it. */
export function ActionButton({ act, isOnce = false, ...button }: Props) {
  const { mutate, isPending, isSuccess, error } = useChange((_, key) => act(key))
  return (
    <>
      <Button {...button} off={isPending || (isOnce && isSuccess)} onClick={() => mutate()} />
      <ProblemNote error={error} />
    </>
  )
}
