'use client'

import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { type SendMessage, useSendMessage } from '@/lib/client/decisions/use-send-message'

const EXAMPLES = [
  'Create notes.md with Hello',
  'List the files',
  'Create plan.md with First draft, and create todo.md with Second thoughts',
]

/** Requests that work with any model, and with none. */
export function ExampleRequests({ sendMessage }: { sendMessage: SendMessage }) {
  const { send, isPending, error } = useSendMessage(sendMessage, () => undefined)
  return (
    <>
      <ul className="flex flex-col items-start gap-2">
        {EXAMPLES.map(example => (
          <li key={example}>
            <Button shape="example" off={isPending} onClick={() => send({ text: example })}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
      {error && <ProblemAlert error={error} />}
    </>
  )
}
