'use client'

import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter, lintGutter } from '@codemirror/lint'
import CodeMirror, { EditorView } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

export type FieldProps = {
  /** The text with line feeds only, which is all that a field knows. */
  value: string
  onChange: (value: string) => void
  /** Null where leaving by Escape would lose something. */
  onLeave: (() => void) | null
}

/** Allows the styles that the editor adds to the page. */
const nonceOfPage = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

const LOOK = EditorView.theme({
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
})

const FIELD =
  'overflow-hidden rounded-base border border-field text-small touch:text-[1rem] focus-within:outline-2 focus-within:outline-ink focus-within:outline-offset-2'

/** Arguments in a code editor, with line numbers, error marks, folding and search. */
export function CodeField({ value, onChange, onLeave }: FieldProps) {
  const t = useTranslations('call.argumentsField')
  const name = t('name')
  const extensions = useMemo(
    () => [
      json(),
      linter(jsonParseLinter()),
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonceOfPage()),
      EditorView.contentAttributes.of({ 'aria-label': name }),
      LOOK,
    ],
    [name],
  )
  return (
    <CodeMirror
      className={FIELD}
      value={value}
      theme="none"
      maxHeight="40dvh"
      autoFocus
      indentWithTab={false}
      basicSetup={{ closeBrackets: false }}
      extensions={extensions}
      onChange={onChange}
      onKeyDown={event => {
        if (event.key === 'Escape') onLeave?.()
      }}
    />
  )
}
