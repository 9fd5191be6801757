import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListSection } from '@/components/list/list-page'
import { CompactionSetting, LimitsSetting } from '@/components/session-settings/limit-settings'
import { ThinkingSetting } from '@/components/session-settings/model-setting'
import {
  AdvancedSettings,
  PersonaSetting,
  SettingsDialog,
} from '@/components/session-settings/session-settings'
import { ChoiceSetting } from '@/components/session-settings/setting-fields'
import { ToolsSetting } from '@/components/session-settings/tools-setting'
import { OwnerOnly } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { SessionDefaultsPatch } from '@/lib/domain/session/session'

/** What new sessions start with. */
export function NewSessionSettings() {
  const t = useTranslations('settings.newSessions')
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useRead(KEYS.settings, 'GET /api/settings')
  return (
    <ListSection id="new-sessions" heading={t('heading')} intro={t('intro')}>
      <ProblemAlert error={error} />
      <OwnerOnly>
        <p>
          <Button off={data === undefined} onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
        </p>
      </OwnerOnly>
      {isOpen && data && (
        <SettingsDialog
          label={t('heading')}
          intro={t('intro')}
          hint={t('hint')}
          values={{ ...data.sessionDefaults, ...ELSEWHERE }}
          save={patch =>
            fetchApi('PATCH /api/settings', { body: { sessionDefaults: patch as SessionDefaultsPatch } })
          }
          refetches={[KEYS.settings]}
          under="/sessionDefaults"
          onClose={() => setOpen(false)}
          announces={() => t('saved')}
        >
          {setting => (
            <>
              <ChoiceSetting name="mode" {...setting} />
              <ThinkingSetting {...setting} />
              <LimitsSetting {...setting} />
              <PersonaSetting {...setting} />
              <ToolsSetting {...setting} />
              <AdvancedSettings {...setting}>
                <ChoiceSetting name="dialect" {...setting} />
                <CompactionSetting {...setting} />
              </AdvancedSettings>
            </>
          )}
        </SettingsDialog>
      )}
    </ListSection>
  )
}

/** What is chosen elsewhere, or in a session alone. */
const ELSEWHERE = { model: '', workspace: '', memory: { recall: true }, blocks: 'off' } as const
