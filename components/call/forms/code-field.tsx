import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import CodeMirror, {
  EditorView,
  type Extension,
  keymap,
  Prec,
  type ReactCodeMirrorRef,
} from '@uiw/react-codemirror'
import { type RefObject, use, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CODE_INKS } from '@/components/text/inked-text'
import { languageOf } from '@/lib/client/text/language-of'

/** In the colours of the page, which follow its theme by themselves. */
const EDITOR_THEME = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { caretColor: 'var(--ink)', fontFamily: 'var(--font-mono)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--paper)',
    color: 'var(--quiet)',
    borderRight: '1px solid var(--hairline)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '& .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--ink) 18%, transparent) !important',
  },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--paper)',
    borderColor: 'var(--hairline)',
    color: 'var(--ink)',
  },
  // Its own marks are pictures in addresses, which the page does not load.
  '.cm-lint-marker-error': {
    content: 'normal',
    '&::after': { content: '"✗"', color: 'var(--removed-sign)' },
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--removed-sign)' },
  '.cm-button, .cm-textfield': { background: 'var(--surface)', border: '1px solid var(--field)' },
})

/** The inks of all code of the page. */
const INKS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--code-1)' },
    { tag: [tags.keyword, tags.bool, tags.null, tags.self, tags.tagName], color: 'var(--code-2)' },
    { tag: [tags.string, tags.number, tags.regexp, tags.color, tags.monospace], color: 'var(--code-3)' },
    { tag: [tags.propertyName, tags.attributeName, tags.className], color: 'var(--code-4)' },
    { tag: [tags.typeName, tags.function(tags.variableName), tags.link, tags.url], color: 'var(--code-4)' },
    { tag: tags.heading, color: 'var(--code-2)', fontWeight: '600' },
    { tag: tags.strong, fontWeight: '600' },
    { tag: tags.emphasis, fontStyle: 'italic' },
  ]),
)

const FIELD =
  'overflow-hidden rounded-base border border-field text-small touch:text-[1rem] focus-within:outline-2 focus-within:outline-ink focus-within:outline-offset-2'

const LOW = { maxHeight: '34dvh' }
const TALL = { minHeight: '40dvh', maxHeight: '70dvh' }

export type CodeFieldProps = {
  /** The text with line feeds only, which is all that a field knows. */
  value: string
  onChange: (value: string) => void
  name: string
  /** The name of the file that the text is of, or an ending alone. */
  language: string
  /** It has a page to itself. */
  isTall?: boolean
  /** Whether it takes the focus when it appears. */
  isFocused?: boolean
  /** Where somebody writes in the plain field that stands for the editor until it is there; null where nobody does. */
  caret?: RefObject<number | null>
}

/** What the form does at this key is its own matter: the editor would add a line. */
const SEND_KEY = Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }]))

/** Text in a code editor, with line numbers, error marks, folding and search. */
export function CodeField({ value, onChange, name, language, isTall, isFocused, caret }: CodeFieldProps) {
  const [first] = useState(value)
  const { editor, change } = useOwnText(value, onChange)
  const [isFree] = useState(() => !document.activeElement?.matches(FIELDS))
  const own = useLanguage(language)
  const extensions = useMemo(
    () => [
      ...own,
      EditorView.lineWrapping,
      // Allows the styles that the editor adds to the page.
      EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
      EditorView.contentAttributes.of({ 'aria-label': name }),
      Prec.highest(EDITOR_THEME),
      SEND_KEY,
      INKS,
    ],
    [own, name],
  )
  return (
    <CodeMirror
      className={FIELD}
      style={CODE_INKS}
      ref={editor}
      value={first}
      theme="none"
      {...(isTall ? TALL : LOW)}
      autoFocus={isFocused === true && isFree}
      selection={{ anchor: `${first}\n`.indexOf('\n') }}
      onCreateEditor={view => {
        if (!caret || caret.current === null) return
        view.dispatch({ selection: { anchor: Math.min(caret.current, view.state.doc.length) } })
        view.focus()
      }}
      indentWithTab={false}
      basicSetup={{ closeBrackets: false }}
      extensions={extensions}
      onChange={change}
    />
  )
}

/**
 * The editor keeps its text itself, and takes another when that comes from outside. Its own text comes back a moment later:
 * written over it, that would undo what was typed since.
 */
function useOwnText(value: string, onChange: (value: string) => void) {
  const editor = useRef<ReactCodeMirrorRef>(null)
  const own = useRef(value)
  const latest = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = onChange
    const view = editor.current?.view
    if (!view || value === own.current) return
    own.current = value
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value, onChange])
  const change = useCallback((text: string) => {
    // What came from outside is known there.
    if (text === own.current) return
    own.current = text
    latest.current(text)
  }, [])
  return { editor, change }
}

/** The editor takes no focus from these fields. */
const FIELDS = 'input, textarea, select, [contenteditable]'

const SCRIPT = () =>
  import('@codemirror/lang-javascript').then(({ javascript }) => [
    javascript({ jsx: true, typescript: true }),
  ])

const SKILL_FILE = 'SKILL.md'

/** The head of such a file would be read as a heading, for the line below it. */
const SKILL = () =>
  import('@codemirror/lang-markdown').then(({ markdown }) => [
    markdown({ extensions: { remove: ['SetextHeading'] } }),
  ])

/** With marks where it cannot be read. */
async function json(): Promise<Extension[]> {
  const [{ json, jsonParseLinter }, { linter, lintGutter }] = await Promise.all([
    import('@codemirror/lang-json'),
    import('@codemirror/lint'),
  ])
  return [json(), linter(jsonParseLinter()), lintGutter()]
}

const LANGUAGES: Record<string, () => Promise<Extension[]>> = {
  typescript: SCRIPT,
  tsx: SCRIPT,
  markdown: () => import('@codemirror/lang-markdown').then(({ markdown }) => [markdown()]),
  html: () => import('@codemirror/lang-html').then(({ html }) => [html()]),
  xml: () => import('@codemirror/lang-html').then(({ html }) => [html()]),
  css: () => import('@codemirror/lang-css').then(({ css }) => [css()]),
  json,
  [SKILL_FILE]: SKILL,
}

const PLAIN: Extension[] = []

const languages = new Map<string, Promise<Extension[]>>()

/**
 * The language of a file by the name that it has at first; none for one that is not known, or where it does not come. It is
 * there before the editor is: it would take back what was selected meanwhile.
 */
function useLanguage(fileName: string): Extension[] {
  const [name] = useState(fileName)
  const key = name === SKILL_FILE ? name : (languageOf(name, '') ?? '')
  const load = LANGUAGES[key]
  if (!load) return PLAIN
  const language = languages.get(key) ?? load().catch(() => PLAIN)
  languages.set(key, language)
  return use(language)
}
