import type { ExportOptions } from './options.ts'

const FORMS: Record<ExportOptions['form'], string> = {
  echolog: `Each .jsonl file has a JSON object a line. The rows are in the order of their ids, and the keys have a fixed order.
"manifest.json" has the version of the service, the options, and the rows, bytes and SHA-256 of each file.
Its "event" is the last event that these files contain. A copy follows with events(after: "…").
"npm run cli -- import echolog <this file> --org <slug>" imports it into another organization.
The format is described in docs/export.md of the service.`,
  csv: `Each .csv file is a table in UTF-8 with commas. An apostrophe before =, +, - or @ keeps spreadsheets from running a cell.
Descriptions are Markdown. "source_id" is the id of the post.
"npm run cli -- import csv posts.csv --votes votes.csv --org <slug>" imports the posts and votes.`,
  quackback: `"posts.csv" is the import template of Quackback. It has the posts that are approved, not hidden and not merged.
Votes are numbers. The template has no columns for voters and comments.`,
}

const IMPERSONAL = `Without personal data: each person has a pseudonym, which is the same in each export of this installation.
Pictures, custom fields, uploads, webhooks, references, choices for notifications, suppressed addresses, identities, events and the audit trail are left out.
E-mail addresses inside texts are replaced. Other words of texts are unchanged, and may name people.`

/** Returns the description of an export for people. It is the same for the same options. */
export function readmeOf({ form, withoutPersonalData }: ExportOptions): string {
  const parts = [
    'Export of an Echolog organization.',
    FORMS[form],
    ...(withoutPersonalData ? [IMPERSONAL] : []),
    'It contains no passwords, keys, secrets, tokens or accounts.',
  ]
  return `${parts.join('\n\n')}\n`
}
