import { Button } from '@/components/ui/button'

/** What can be done, how it is done, and whether what it opens is open. */
type Verb = readonly [name: string, act: () => void, isOpen?: boolean]

/** What can be done with an item of a list. Nothing where there is nothing to do. */
export const Verbs = ({ verbs }: { verbs: readonly (Verb | false)[] }) => (
  <p className="-mr-1.5 flex flex-wrap gap-2 empty:hidden">
    {verbs.map(
      (verb, at) =>
        verb && (
          // biome-ignore lint/suspicious/noArrayIndexKey: a verb that changes its name keeps the focus
          <Button key={at} variant="quiet" aria-expanded={verb[2]} onClick={verb[1]}>
            {verb[0]}
          </Button>
        ),
    )}
  </p>
)
