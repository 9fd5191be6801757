import { useEffect, useEffectEvent, useRef } from 'react'
import { FIELD } from '@/components/ui/looks'

type Props = {
  label: string
  value: string
  onValue: (value: string) => void
  className?: string
  maxLength?: number
}

/** Searches as somebody types. What was typed before the page was hydrated counts, too. */
export function SearchField({ className = 'min-h-11 text-[1rem]', maxLength = 1000, ...props }: Props) {
  const { label, value, onValue } = props
  const field = useRef<HTMLInputElement>(null)
  const takeTyped = useEffectEvent(() => {
    const text = field.current?.value
    if (text && text !== value) onValue(text)
  })
  // The router starts after the components that it renders.
  useEffect(() => queueMicrotask(() => takeTyped()), [])
  return (
    <input
      ref={field}
      dir="auto"
      type="search"
      aria-label={label}
      placeholder={label}
      className={`${FIELD} ${className}`}
      maxLength={maxLength}
      value={value}
      onChange={event => onValue(event.target.value)}
    />
  )
}
