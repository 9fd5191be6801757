'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { MenuButton } from '@/components/ui/menu-button'
import type { Session } from '@/lib/domain/session'
import { SessionTitle } from './session-title'

/** Lines of what might have been said, in characters. */
const SAID = [[34], [58, 61, 40], [46], [60, 52]]

/** A session that is on its way, laid out as it will be: who waits sees where everything comes to stand. */
export function SessionSkeleton({ session }: { session: Session }) {
  const t = useTranslations()
  return (
    <>
      <header className="page-head">
        <MenuButton target="sessions">{t('session.sessionHead.sessions')}</MenuButton>
        <SessionTitle session={session} />
        <Button className="ml-auto" off>
          {t('inspector.inspector.name')}
        </Button>
      </header>
      <div aria-busy="true" className="transcript-frame">
        <p className="sr-only">{t('session.skeleton.opening')}</p>
        <div aria-hidden="true" data-live="" className="transcript">
          <div className="column transcript-rows">
            {SAID.map(([first = 0, ...more]) => (
              <div key={first} className="transcript-row">
                <span className="skeleton-line skeleton-name" />
                {[first, ...more].map(chars => (
                  <span key={chars} className="skeleton-line" style={{ inlineSize: `${chars}ch` }} />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className="column foot">
        <div className="message-box">
          <div className="flex items-end gap-2">
            <textarea
              aria-label={t('session.messageBox.label')}
              className="field message-field"
              rows={1}
              placeholder={t('session.messageBox.placeholder')}
              disabled
            />
            <Button look="main" off>
              {t('session.messageBox.send')}
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}
