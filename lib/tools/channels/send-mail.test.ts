import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveMail } from './testing/mail-server'
import { channel, previews, sends } from './testing/sending'

describe('a message by mail', () => {
  const mail = (port: number, more = {}) =>
    channel({
      kind: 'smtp',
      host: '127.0.0.1',
      port,
      secure: false,
      from: 'desk@example.com',
      to: ['ann@example.com', 'bob@example.com'],
      ...more,
    })

  test('goes to the server as it was shown, by the password of its user', async () => {
    const passwords: unknown[] = []
    const server = await serveMail({
      authOptional: false,
      onAuth: ({ username, password }, _, callback) => {
        passwords.push(password)
        callback(null, { user: username ?? '' })
      },
    })
    const world = {
      channels: [mail(server.port, { user: 'desk', password: { fromEnv: 'MAIL' } })],
      variables: { MAIL: 'the-mail-password' },
    }
    expect(await previews('Done.\nAll of it.', world)).toMatchObject({
      preview: {
        request: {
          headers: {
            From: 'desk@example.com',
            To: 'ann@example.com, bob@example.com',
            Subject: 'Countersign: Nightly build',
          },
          body: 'Done.\nAll of it.',
        },
      },
    })
    expect(await sends('Done.\nAll of it.', world)).toMatchObject({ kind: 'ok' })
    expect(passwords).toEqual(['the-mail-password'])
    expect(server.mails).toMatchObject([
      { from: 'desk@example.com', to: ['ann@example.com', 'bob@example.com'], user: 'desk' },
    ])
    expect(server.mails[0]?.message).toMatch(
      /\r\nSubject: Countersign: Nightly build\r\n[\s\S]*\r\n\r\nDone\.\r\nAll of it\./,
    )
  })

  test('has no header that a title could bring in', async () => {
    const server = await serveMail()
    const title = 'a\r\nBcc: eve@example.com\r\n\r\nb'
    expect(await sends('Hello', { channels: [mail(server.port)], title })).toMatchObject({ kind: 'ok' })
    expect(server.mails[0]?.to).toEqual(['ann@example.com', 'bob@example.com'])
    expect(server.mails[0]?.message).not.toMatch(/^Bcc:/im)
  })

  test('that is refused was not sent, and one whose answer never came may arrive', async () => {
    const refusing = await serveMail({
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error('no such box'), { responseCode: 550 })),
    })
    expect(await sends('Hello', { channels: [mail(refusing.port)] })).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/no such box.*Nothing was sent\./s),
      details: { sent: 0 },
    })
    const port = await breakingMailServer()
    expect(await sends('Hello', { channels: [mail(port)] })).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('may arrive'),
      details: { sent: 1 },
    })
  })

  test('whose server is not there was not sent', async () => {
    const outcome = await sends('Hello', { channels: [mail(1)] })
    expect(outcome).toMatchObject({ kind: 'error', text: expect.stringContaining('Nothing was sent.') })
  })
})

/** Takes a mail to its last line, and hangs up. */
async function breakingMailServer(): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    let isData = false
    socket.on('data', chunk => {
      const text = chunk.toString()
      if (isData || /\r\n\.\r\n/.test(text)) return void socket.destroy()
      isData = /^DATA/i.test(text)
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
