import { Button } from '@/components/ui/button'

/** What can be done, how it is done, and whether what it opens is open. */
type Verb = readonly [name: string, act: () => void, isOpen?: boolean]

/** What can be done with an item of a list. Nothing where there is nothing to do. */
export const Verbs = ({ verbs }: { verbs: readonly (Verb | false)[] }) => (
  <p className="-mr-1.5 flex flex-wrap gap-2 empty:hidden">
    {verbs
      .filter(verb => verb !== false)
      .map(([name, act, isOpen]) => (
        <Button key={name} variant="quiet" aria-expanded={isOpen} onClick={act}>
          {name}
        </Button>
      ))}
  </p>
)
