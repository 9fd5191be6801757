'use client'

import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { type Say, useSendMessage } from '@/lib/client/use-send-message'

const EXAMPLES = [
  'Create notes.md with Hello',
  'List the files',
  'Create plan.md with First draft, and create todo.md with Second thoughts',
]

/** Requests that work with any model, and with none. */
export function ExampleRequests({ say }: { say: Say }) {
  const { send, isPending, error } = useSendMessage(say, () => undefined)
  return (
    <>
      <ul className="flex flex-col items-start gap-2">
        {EXAMPLES.map(example => (
          <li key={example}>
            <Button className="example" off={isPending} onClick={() => send(example)}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} />
        </p>
      )}
    </>
  )
}
