import readline from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { withVisibleEscapes } from '../../lib/text/hidden-characters.ts'

/** For so long after something is shown nothing is asked about it: what comes meanwhile was typed before. */
const ARMING_MS = 300

/**
 * A person at a terminal. Nothing that is shown can drive it: control characters and what cannot be seen are shown by their
 * code points. A line that is typed while nothing is asked is ignored.
 */
export function openTerminal({ stdin, stdout }) {
  const lines = readline.createInterface({ input: stdin, terminal: false })
  let answer = () => undefined
  let isClosed = false
  lines.on('line', line => answer(line))
  lines.on('close', () => {
    isClosed = true
    answer(null)
  })
  const print = text => stdout.write(`${withVisibleEscapes(text)}\n`)

  /** What is typed next; null where nobody answers, or nothing is to be answered any more. */
  async function ask(question, signal) {
    await pause(ARMING_MS)
    if (isClosed || signal.aborted) return null
    const { promise, resolve } = Promise.withResolvers()
    answer = resolve
    stdout.write(question)
    signal.addEventListener('abort', () => resolve(null), { once: true })
    return promise.then(line => {
      answer = () => undefined
      if (line === null) stdout.write('\n')
      return line?.trim() ?? null
    })
  }

  /** Shows a text a screen at a time. Says how much of it was shown. */
  async function page(text, signal) {
    const { columns = 80, rows = 24 } = stdout
    // Other signs than those of ASCII may be twice as wide.
    const widthOf = line => Math.max(1, /^[\x20-\x7e]*$/.test(line) ? columns : columns >> 1)
    const shown = withVisibleEscapes(text.replaceAll('\t', '    ')).split('\n')
    const screen = shown.flatMap(line => line.match(new RegExp(`.{1,${widthOf(line)}}`, 'gu')) ?? [''])
    const height = Math.max(1, rows - 3)
    for (let at = 0; ; at += height) {
      stdout.write(`${screen.slice(at, at + height).join('\n')}\n`)
      const left = screen.length - at - height
      if (left <= 0) return 'whole'
      if ((await ask(`-- ${left} more lines: Enter shows them, s skips them -- `, signal)) !== '')
        return 'part'
    }
  }

  return { print, ask, page, close: () => lines.close() }
}
