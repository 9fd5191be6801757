'use client'

import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter, lintGutter } from '@codemirror/lint'
import CodeMirror, { EditorView } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldProps } from './arguments-field'

/** The styles that the editor adds to the page are let in by the nonce that its scripts came with. */
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

/** Arguments in an editor for code: numbered lines, faults marked where they are, folding, search. */
export function CodeField({ shown, onChange, onLeave }: FieldProps) {
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
      className="code-field"
      value={shown}
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
