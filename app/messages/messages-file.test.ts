import { expect, test } from 'vitest'
import { LANGUAGES } from '@/lib/messages/languages'
import { COMPILED_MESSAGES } from '@/lib/messages/messages'
import { GET } from './[file]/route'
import { MESSAGES_FILES } from './messages-file'

const at = (address: string): Promise<Response> =>
  GET(new Request(`http://localhost${address}`), {
    params: Promise.resolve({ file: address.replace('/messages/', '') }),
  })

test.each(LANGUAGES)(
  'the messages in %s are kept by browsers for as long as they are the same',
  async language => {
    const { address } = MESSAGES_FILES[language]
    expect(address).toMatch(new RegExp(`^/messages/${language}\\.[0-9a-f]{16}\\.json$`))
    const answer = await at(address)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.json()).toEqual(COMPILED_MESSAGES[language])
  },
)

test.each(['/messages/en.0000000000000000.json', '/messages/en.json', '/messages/__proto__'])(
  'there is nothing at %s, which another version may have had',
  async address => {
    expect((await at(address)).status).toBe(404)
  },
)
