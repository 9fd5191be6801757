import type { Job } from '@/lib/domain/job'
import { counted } from '@/lib/text/truncate'

/** What a PDF says, in the order of its pages; `note`: what of it was left out. */
type PdfText = { kind: 'text'; text: string; note: string | null } | { kind: 'refused'; reason: string }

const MOST_PAGES = 200
const MOST_CHARS = 1_000_000

/** The first bytes of a PDF. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).toString('latin1') === '%PDF-'

/**
 * The text of a PDF, each page under its number. What it costs is for whoever wrote it to say: it is always read in a
 * thread, which has a limit of memory, and ends when its time is over. No font, script or address of it is heeded.
 */
export const READ_PDF: Job<Uint8Array, Promise<PdfText>> = {
  name: 'read a PDF',
  size: () => Number.POSITIVE_INFINITY,
  longestMs: 30_000,
  isSlow: true,
  run: async bytes => {
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const loading = getDocument({ data: new Uint8Array(bytes), ...NOTHING_ELSE })
    try {
      return await textOf(await loading.promise)
    } catch (error) {
      return { kind: 'refused', reason: wordsFor(error) }
    } finally {
      await loading.destroy()
    }
  },
}

/** Nothing is fetched, drawn or evaluated. */
const NOTHING_ELSE = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
}

type PdfDocument = {
  numPages: number
  getPage: (n: number) => Promise<{
    getTextContent: () => Promise<{ items: object[] }>
    cleanup: () => unknown
  }>
}

async function textOf(document: PdfDocument): Promise<PdfText> {
  const { numPages } = document
  const pages: string[] = []
  let chars = 0
  for (let n = 1; n <= Math.min(numPages, MOST_PAGES) && chars < MOST_CHARS; n += 1) {
    const page = await document.getPage(n)
    const { items } = await page.getTextContent()
    page.cleanup()
    const text = `--- page ${n} ---\n${linesOf(items)}`
    pages.push(text.slice(0, MOST_CHARS - chars).toWellFormed())
    chars += text.length
  }
  const isCut = pages.length < numPages || chars > MOST_CHARS
  const cut = `Only the first ${counted(pages.length, 'page')} of ${numPages} were read, and 1,000,000 characters at most.`
  const isBlank = pages.every(page => page.trim().split('\n').length === 1)
  const blank = 'It holds no text: its pages may be pictures.'
  const notes = [...(isBlank ? [blank] : []), ...(isCut ? [cut] : [])]
  return { kind: 'text', text: pages.join('\n'), note: notes.join(' ') || null }
}

function linesOf(items: object[]): string {
  let text = ''
  for (const item of items) {
    if (!('str' in item)) continue
    text += item.str
    if ('hasEOL' in item && item.hasEOL) text += '\n'
  }
  return `${text.replaceAll('\0', '').toWellFormed().trimEnd()}\n`
}

function wordsFor(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return 'It is encrypted, and opens only with a password.'
  if (name === 'InvalidPDFException') return 'It is broken, or no PDF after all.'
  return `It could not be read: ${error instanceof Error ? error.message.slice(0, 200) : 'nobody knows why'}.`
}
