'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readJsonTree } from '@/lib/domain/json-tree'

type Props = {
  id: string
  raw: string | undefined
  isNumber: boolean
  put: (raw: string) => void
}

/** A value as it is written: a number to its last digit, anything else as JSON. */
export function RawField({ id, raw = '', isNumber, put }: Props) {
  const t = useTranslations('call.argumentsForm')
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  // What was typed and cannot be taken over stands until the value changes in another way.
  const isOff = typed !== null && typed.over === raw
  const text = isOff ? typed.text : raw
  const change = (wanted: string): void => {
    const trimmed = wanted.trim()
    const isSound = readJsonTree(trimmed) !== null && (!isNumber || /^-?\d/.test(trimmed))
    setTyped(isSound ? null : { text: wanted, over: raw })
    if (isSound) put(trimmed)
  }
  const shared = {
    id,
    className: 'field code',
    value: text,
    spellCheck: false,
    autoComplete: 'off',
    'aria-invalid': isOff || undefined,
  }
  return (
    <>
      {isNumber ? (
        <input {...shared} inputMode="decimal" onChange={event => change(event.target.value)} />
      ) : (
        <textarea {...shared} rows={2} onChange={event => change(event.target.value)} />
      )}
      {isOff && (
        <p role="alert" className="alert">
          {isNumber ? t('noNumber') : t('noJson')}
        </p>
      )}
    </>
  )
}
