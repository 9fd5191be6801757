import { memo, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Streamdown } from 'streamdown'

type Message = { id: number; text: string }

const Said = memo(function Said({ text }: { text: string }) {
  return (
    <article>
      <Streamdown>{text}</Streamdown>
    </article>
  )
})

function withText(held: Message[], { id, text }: Message): Message[] {
  const last = held.at(-1)
  return last && last.id === id
    ? [...held.slice(0, -1), { id, text: last.text + text }]
    : [...held, { id, text }]
}

/** A chat page as they are commonly written: every message is mounted, each token is drawn as it comes. */
function PlainPage() {
  const [messages, setMessages] = useState<Message[]>([])
  useEffect(() => {
    const read = async (): Promise<void> => setMessages(await (await fetch('/messages')).json())
    void read()
    const source = new EventSource('/events')
    source.addEventListener('text.delta', ({ data }) => {
      const { id, text } = JSON.parse(data)
      flushSync(() => setMessages(held => withText(held, { id, text })))
    })
  }, [])
  return (
    <div role="log" style={{ height: '80vh', overflowY: 'auto' }}>
      {messages.map(({ id, text }) => (
        <Said key={id} text={text} />
      ))}
    </div>
  )
}

createRoot(document.getElementById('root') ?? document.body).render(<PlainPage />)
