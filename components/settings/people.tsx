import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce, ItemList, ListItem, ListSection } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/choice'
import { Clock } from '@/components/ui/clock'
import { Field, SelectField } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useChange, useRead } from '@/lib/client/queries/use-api'
import { OWNER, type PersonRole, ROLES } from '@/lib/domain/contract/person'
import type { PersonItem } from '@/lib/domain/contract/person-item'
import { OwnerForm } from './owner-form'

/** Who may sign in, and what they may do. */
export function PeopleSettings() {
  const t = useTranslations('settings.people')
  const people = useRead(KEYS.people, 'GET /api/people')
  return (
    <ListSection id="people" heading={t('heading')} intro={t('intro')}>
      <ItemList list={itemsIn(people)} label={t('heading')} none="">
        {person => (
          <ListItem key={person.id}>
            <PersonEntry person={person} />
          </ListItem>
        )}
      </ItemList>
      <NewPersonForm />
    </ListSection>
  )
}

function PersonEntry({ person }: { person: PersonItem }) {
  const t = useTranslations('settings.people')
  const { id, name, role, tokens } = person
  const me = useMe()
  const isChangeable = me.role === 'owner' && id !== OWNER.id
  const [isRemoving, setIsRemoving] = useState(false)
  const refetches = [KEYS.people]
  const change = useChange(
    (body: { role: PersonRole }) => fetchApi('PATCH /api/people/{id}', { params: { id }, body }),
    { refetches },
  )
  const link = useChange(() => fetchApi('POST /api/people/{id}/tokens', { params: { id } }), { refetches })
  const revoke = useChange(
    (tokenId: string) => fetchApi('DELETE /api/people/{id}/tokens/{tokenId}', { params: { id, tokenId } }),
    { refetches, announces: () => t('revoked', { name }) },
  )
  return (
    <article aria-label={name} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 wrap-anywhere font-semibold">
          <VisibleText isLine>{name}</VisibleText>
          {person.email && <span className="font-normal text-quiet"> · {person.email}</span>}
          {id === me.id && <span className="font-normal text-quiet"> · {t('you')}</span>}
        </p>
        {isChangeable ? (
          <Select
            aria-label={t('roleOf', { name })}
            disabled={change.isPending}
            value={role}
            options={ROLES.map(option => [option, t(`role.${option}`)] as const)}
            onValue={role => change.mutate({ role })}
          />
        ) : (
          <span className="text-quiet">{t(`role.${role}`)}</span>
        )}
      </div>
      {isChangeable && (
        <>
          {tokens.map((token, at) => (
            <p key={token.id} className="flex flex-wrap items-center gap-2 text-small">
              <span className="flex-1 text-quiet">
                {t.rich('linkOf', { at: () => <Clock at={token.createdAt} /> })}{' '}
                {token.lastUsedAt === undefined
                  ? t('unused')
                  : t.rich('used', { at: () => <Clock at={token.lastUsedAt ?? ''} /> })}
              </span>
              <Button
                off={revoke.isPending}
                aria-label={t('revokeLink', { number: at + 1, name })}
                onClick={() => revoke.mutate(token.id)}
              >
                {t('revoke')}
              </Button>
            </p>
          ))}
          {link.data && (
            <Field
              label={t('link', { name })}
              hint={t('linkHint')}
              value={link.data.link}
              onValue={() => undefined}
            />
          )}
          <p className="flex flex-wrap gap-2">
            <Button off={link.isPending} onClick={() => link.mutate()}>
              {t('makeLink')}
            </Button>
            <Button aria-label={t('removePerson', { name })} onClick={() => setIsRemoving(true)}>
              {t('remove')}
            </Button>
          </p>
        </>
      )}
      <ProblemAlert error={change.error ?? link.error ?? revoke.error} />
      {isRemoving && (
        <RemoveDialog
          question={t('ask', { name })}
          outcome={t('outcome')}
          verb={t('remove')}
          remove={() => fetchApi('DELETE /api/people/{id}', { params: { id } })}
          refetches={refetches}
          onRemoved={() => announce(t('removed', { name }))}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </article>
  )
}

function NewPersonForm() {
  const t = useTranslations('settings.people')
  const [name, setName] = useState('')
  const [role, setRole] = useState<PersonRole>('reviewer')
  const roles = ROLES.map(option => [option, t(`role.${option}`)] as const)
  const { mutate, isPending, error } = useChange(
    () => fetchApi('POST /api/people', { body: { name: name.trim(), role } }),
    {
      refetches: [KEYS.people],
      onDone: () => setName(''),
      announces: () => t('added', { name: name.trim() }),
    },
  )
  return (
    <OwnerForm verb={t('add')} off={isPending} error={error} onSend={() => mutate()}>
      <Field isRequired label={t('name')} value={name} onValue={setName} />
      <SelectField label={t('roleLabel')} value={role} options={roles} onValue={setRole} />
      <p className="text-quiet text-small">{t('roles')}</p>
    </OwnerForm>
  )
}
