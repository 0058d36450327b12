import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from 'urql'
import { ForAdmins } from '../../app/for-admins.tsx'
import { SettingsPage } from '../../app/settings-page.tsx'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { ORGANIZATION, type Organization } from '../settings/organization-documents.ts'
import { orNull, PartForm } from '../settings/part.tsx'
import { MAIL_SETTINGS } from './mail-documents.ts'
import { MailServer } from './mail-server.tsx'

const t = messagesOf(texts)

/** Name, addresses and footer of the mails of the organization. */
export function MailSender() {
  const [{ data, error }] = useQuery({ query: ORGANIZATION })
  return (
    <ForAdmins title={t('title')}>
      <SettingsPage page="mail" tools={<PreviewLink />}>
        <MailServer />
        <ListState isRead={data?.organization != null} isFailed={error !== undefined} rows={6} />
        {data?.organization && <SenderForm organization={data.organization} />}
      </SettingsPage>
    </ForAdmins>
  )
}

function PreviewLink() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <Link to="/$organization/settings/mail/preview" params={{ organization }} className={button.button}>
      {t('preview')}
    </Link>
  )
}

function SenderForm({ organization }: { organization: Organization }) {
  const [since, setSince] = useState(organization.updatedAt)
  const { name, mailSenderName } = organization
  return (
    <PartForm
      {...{ organization, since, isReadOnly: false, onStored: setSince }}
      title={t('sender')}
      text={t('senderText')}
      changesOf={(values) => ({
        mailSenderName: orNull(textIn(values, 'mailSenderName')),
        mailSenderAddress: orNull(textIn(values, 'mailSenderAddress')),
        mailReplyTo: orNull(textIn(values, 'mailReplyTo')),
        mailFooter: textIn(values, 'mailFooter'),
        timeZone: textIn(values, 'timeZone'),
        notifyPeopleOfImports: values.has('notifyPeopleOfImports'),
      })}
    >
      {(errors) => (
        <>
          <TextField
            label={t('senderName')}
            hint={t('senderNameHint', { name })}
            name="mailSenderName"
            defaultValue={mailSenderName ?? ''}
            error={errors.mailSenderName}
            maxLength={100}
          />
          <AddressField organization={organization} error={errors.mailSenderAddress} />
          <AnswersAndFooter organization={organization} errors={errors} />
          <Notifications organization={organization} errors={errors} />
        </>
      )}
    </PartForm>
  )
}

type PartOfFormProps = { organization: Organization; errors: Record<string, string> }

function AnswersAndFooter({ organization: { mailReplyTo, mailFooter }, errors }: PartOfFormProps) {
  return (
    <>
      <TextField
        label={t('replyTo')}
        hint={t('replyToHint')}
        name="mailReplyTo"
        type="email"
        defaultValue={mailReplyTo ?? ''}
        error={errors.mailReplyTo}
      />
      <TextArea
        label={t('footer')}
        hint={t('footerHint')}
        name="mailFooter"
        defaultValue={mailFooter ?? ''}
        error={errors.mailFooter}
        maxLength={500}
        rows={3}
      />
    </>
  )
}

function Notifications({ organization: { timeZone, notifyPeopleOfImports }, errors }: PartOfFormProps) {
  return (
    <>
      <TextField
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        name="timeZone"
        defaultValue={timeZone ?? ''}
        error={errors.timeZone}
        maxLength={64}
        list={ZONES}
      />
      <datalist id={ZONES}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Checkbox
        label={t('people')}
        name="notifyPeopleOfImports"
        defaultChecked={notifyPeopleOfImports === true}
      />
    </>
  )
}

const ZONES = 'time-zones'

type AddressFieldProps = { organization: Organization; error: string | undefined }

function AddressField({ organization: { mailSenderAddress }, error }: AddressFieldProps) {
  const [{ data }] = useQuery({ query: MAIL_SETTINGS })
  const settings = data?.mailSettings
  const domains = settings?.senderDomains.join(', ') ?? ''
  const hint =
    settings?.from != null ? t('senderAddressHint', { domains, from: settings.from }) : t('senderAddressNone')
  return (
    <TextField
      label={t('senderAddress')}
      hint={settings ? hint : undefined}
      name="mailSenderAddress"
      type="email"
      defaultValue={mailSenderAddress ?? ''}
      error={error}
    />
  )
}
