import { useId } from 'react'
import { useTranslations } from 'use-intl'

/** Where the owner's token is given. Password managers may keep it. */
export function TokenField() {
  const t = useTranslations('signIn.tokenField')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {t('label')}
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
