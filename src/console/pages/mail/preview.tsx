import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Select } from '../../ui/select.tsx'
import { ALL_LOCALES, nameOf, type Locale } from '../settings/locales.ts'
import { ORGANIZATION } from '../settings/organization-documents.ts'
import { PREVIEW_MAIL } from './mail-documents.ts'
import { toPreviewSearch } from './mail-search.ts'
import styles from './mails.module.css'

const t = messagesOf(texts)
const NOTIFICATIONS = [
  'POST_STATUS_CHANGED',
  'POST_ANSWERED',
  'COMMENT_ADDED',
  'COMMENT_REPLY',
  'MENTION',
  'POST_APPROVED',
  'POST_MERGED',
  'CHANGELOG_PUBLISHED',
  'TEAM_POST',
  'TEAM_MODERATION',
  'WEBHOOK_DISABLED',
] as const
const KINDS = ['DIGEST', 'TEAM_DIGEST', 'SIGN_IN_CODE', 'INVITATION'] as const
const MAILS = [
  ...NOTIFICATIONS.map((value) => ({ value, label: t(`notification.${value}`) })),
  ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
]
const SCHEMES = (['light', 'dark'] as const).map((value) => ({ value, label: t(`scheme.${value}`) }))
const WIDTHS = (['desktop', 'phone'] as const).map((value) => ({ value, label: t(`width.${value}`) }))
type Scheme = (typeof SCHEMES)[number]['value']

/** Mails as they would be sent now, in each language, both schemes and two widths. */
export function MailPreview() {
  const [{ data, error }] = useQuery({ query: ORGANIZATION })
  return (
    <ForAdmins title={t('preview')}>
      <PageHead title={t('preview')} within={t('title')} />
      <p className={styles.intro}>{t('previewIntro')}</p>
      <ListState isRead={data?.organization != null} isFailed={error !== undefined} rows={6} />
      {data?.organization && <Preview locale={data.organization.defaultLocale} />}
    </ForAdmins>
  )
}

function Preview({ locale: own }: { locale: Locale }) {
  const search = useSearch({ from: '/$organization/settings/mail/preview' })
  const navigate = useNavigate({ from: '/$organization/settings/mail/preview' })
  const [scheme, setScheme] = useState<Scheme>('light')
  const [width, setWidth] = useState<(typeof WIDTHS)[number]['value']>('desktop')
  const locale = ALL_LOCALES.find((one) => one === search.locale) ?? own
  const mail = MAILS.find(({ value }) => value === search.mail)?.value ?? 'POST_STATUS_CHANGED'
  const variables = useVariables(mail, locale, search.entry)
  const change = (changed: Record<string, string>) =>
    void navigate({ search: toPreviewSearch({ ...search, ...changed }), replace: true })
  return (
    <>
      <div className={styles.tools}>
        <Select
          name={t('previewKind')}
          value={mail}
          options={MAILS}
          onChange={(one) => change({ mail: one })}
        />
        <Select
          name={t('language')}
          value={locale}
          options={ALL_LOCALES.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(one) => change({ locale: one })}
        />
        <Choice name={t('scheme')} options={SCHEMES} value={scheme} onChange={setScheme} />
        <Choice name={t('width')} options={WIDTHS} value={width} onChange={setWidth} />
      </div>
      <Message variables={variables} scheme={scheme} width={width} />
    </>
  )
}

/** Returns the arguments of a mail, which are those of its page, too. */
function useVariables(mail: (typeof MAILS)[number]['value'], locale: Locale, entry: string | undefined) {
  return useMemo(() => {
    const notification = NOTIFICATIONS.find((one) => one === mail)
    const kind = KINDS.find((one) => one === mail) ?? ('NOTIFICATION' as const)
    return {
      ...{ kind, locale },
      ...(notification && { notification }),
      ...(entry !== undefined && mail === 'CHANGELOG_PUBLISHED' && { changelogId: entry }),
    }
  }, [mail, locale, entry])
}

type MessageProps = { variables: ReturnType<typeof useVariables>; scheme: Scheme; width: string }

function Message({ variables, scheme, width }: MessageProps) {
  const { organization = '' } = useParams({ strict: false })
  const [{ data, error, fetching }] = useQuery({ query: PREVIEW_MAIL, variables })
  if (fetching || error) return <ListState isRead={false} isFailed={error !== undefined} rows={6} />
  if (!data?.previewMail) return <Empty title={t('previewNone')} text={t('previewNoneText')} />
  const page = `/console/${organization}/settings/mail/preview.html?${new URLSearchParams({ ...variables, scheme })}`
  return (
    <>
      <p className={styles.subject} dir="auto">
        {data.previewMail.subject}
      </p>
      <iframe
        key={page}
        src={page}
        title={t('previewOf')}
        className={styles.preview}
        data-width={width}
        sandbox=""
      />
    </>
  )
}
