import { useId } from 'react'

const TEXT = { label: 'Access token' }

/** Where the owner's token is given. Password managers may keep it. */
export function TokenField() {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {TEXT.label}
      </label>
      <input
        id={id}
        name="token"
        type="password"
        className="field"
        required
        autoComplete="current-password"
        spellCheck={false}
      />
    </div>
  )
}
