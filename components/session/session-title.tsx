import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Session } from '@/lib/domain/session'

/** Which session this is, what it may do by itself, and where, if not in the whole workspace. */
export function SessionTitle({ session }: { session: Session }) {
  const t = useTranslations('session.sessionHead')
  return (
    <div className="min-w-0">
      <h1 className="truncate font-semibold text-title">
        <VisibleText isLine>{session.title}</VisibleText>
      </h1>
      <p className="flex flex-wrap gap-x-3 text-small text-quiet">
        <span className="[overflow-wrap:anywhere]">{t('model', { model: session.model })}</span>
        <span>{t(`mode.${session.mode}`)}</span>
        {session.workspace !== '' && (
          <span className="[overflow-wrap:anywhere]">
            <VisibleText isLine>{t('workspace', { folder: session.workspace })}</VisibleText>
          </span>
        )}
      </p>
    </div>
  )
}
