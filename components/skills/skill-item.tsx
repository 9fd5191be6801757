import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce, ListItem } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { OwnerOnly } from '@/components/shell/me'
import { Prose } from '@/components/text/prose'
import { ServerText } from '@/components/text/server-words'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { unsentText } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'
import { skillDraftKey } from '@/lib/client/text/skill-draft'
import type { Skill } from '@/lib/domain/skills/skill'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

type Props = {
  skill: Skill
  /** Opens the editor at an address of its own. */
  onOpen: (address: string) => void
}

/** One skill: whose it is, where it lies, what is wrong with it, and what its reader may do with it. */
export function SkillItem({ skill, onOpen }: Props) {
  const t = useTranslations('skills.item')
  const { name, description, source, path, body } = skill
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-col gap-1">
        <h2 className="font-mono font-semibold wrap-anywhere">
          <VisibleText isLine>{name}</VisibleText>
        </h2>
        {description !== '' && (
          <p className="wrap-anywhere">
            <VisibleText isProse>{description}</VisibleText>
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 flex-1 basis-60 text-quiet text-small wrap-anywhere">
            {t(source)} · <CodeName>{path}</CodeName> · {t(stateOf(skill))}
            {hasDraft(skill) && ` · ${t('draft')}`}
          </p>
          <OwnerOnly>
            <SkillVerbs skill={skill} onOpen={onOpen} />
          </OwnerOnly>
        </div>
        <SkillWarnings skill={skill} />
        {body !== '' && (
          <details>
            <summary className="cursor-pointer text-small touch:py-2.5">{t('read')}</summary>
            <SkillBody skill={skill} />
          </details>
        )}
      </article>
    </ListItem>
  )
}

/** One's own is edited and deleted; of one that lies in the workspace a copy is made one's own. */
function SkillVerbs({ skill, onOpen }: Props) {
  const t = useTranslations('skills.item')
  const [isLeaving, setIsLeaving] = useState(false)
  const { id, name, source, body, hash = '' } = skill
  if (source === 'workspace')
    return body === '' ? null : (
      <Verbs verbs={[[t('copy'), () => onOpen(skillDraftKey({ kind: 'copy', name }))]]} />
    )
  if (id === undefined) return null
  return (
    <>
      <Verbs
        verbs={[
          [t('edit'), () => onOpen(skillDraftKey({ kind: 'own', id }))],
          [t('delete'), () => setIsLeaving(true)],
        ]}
      />
      {isLeaving && (
        <RemoveDialog
          question={t('ask', { name: withVisibleEscapes(name) })}
          outcome={t('outcome')}
          verb={t('deleteIt')}
          remove={() =>
            fetchApi('DELETE /api/skills/{skillId}', { params: { skillId: id }, query: { hash } })
          }
          refetches={[KEYS.skills]}
          onRemoved={() => announce(t('deleted'))}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </>
  )
}

function SkillWarnings({ skill: { warnings, warningMessages } }: { skill: Skill }) {
  const t = useTranslations('skills.item')
  if (warnings.length === 0) return null
  return (
    <ul aria-label={t('warnings')} className="border-field border-l-2 pl-3 text-small wrap-anywhere">
      {warnings.map((warning, at) => (
        <li key={warning}>
          <ServerText isLine codedText={warningMessages?.[at] ?? undefined} english={warning} />
        </li>
      ))}
    </ul>
  )
}

/** What an agent reads, and how to use it. */
function SkillBody({ skill: { name, body, isUsable, source } }: { skill: Skill }) {
  const t = useTranslations('skills.item')
  return (
    <div className="mt-1 flex flex-col gap-2">
      <div className="rounded-base border border-hairline bg-surface px-4 py-3">
        <Prose>{body}</Prose>
      </div>
      <p className="text-quiet text-small wrap-anywhere">
        {isUsable && <>{t.rich('use', { name: withVisibleEscapes(name), b: monoText })} </>}
        {source === 'workspace' && t('change')}
      </p>
    </div>
  )
}

export const monoText = (text: ReactNode): ReactNode => (
  <b key="mono" className="font-mono font-normal">
    {text}
  </b>
)

/** Whether this tab has something of it that is not saved. */
const hasDraft = ({ id }: Skill): boolean =>
  id !== undefined && unsentText(skillDraftKey({ kind: 'own', id })) !== ''

const stateOf = ({ isOffered, isUsable }: Skill): 'offered' | 'hidden' | 'unusable' => {
  if (isOffered) return 'offered'
  return isUsable ? 'hidden' : 'unusable'
}
