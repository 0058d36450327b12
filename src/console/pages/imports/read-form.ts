import { textIn } from '../../ui/inline-form.tsx'
import type { ImportSource } from './sources.ts'
import type { NewImportValues } from './use-plan.ts'

/** Reads the form of a new import. Null without a file. */
export function readForm(source: ImportSource, isApi: boolean, values: FormData): NewImportValues | null {
  const options = optionsIn(values)
  if (isApi) {
    const api = {
      key: textIn(values, 'key'),
      url: lineIn(values, 'url'),
      voters: source !== 'FEATUREOS' || values.has('voters'),
    }
    return { source, options, api }
  }
  const file = fileIn(values, 'file')
  return file && { source, options, file, votes: fileIn(values, 'votes') }
}

function optionsIn(values: FormData): NewImportValues['options'] {
  const [timezone, sourceName] = [lineIn(values, 'timezone'), lineIn(values, 'sourceName')]
  const [team, columns] = [partsIn(values, 'team'), partsIn(values, 'columns')]
  return {
    ...(timezone !== null && { timezone }),
    ...(sourceName !== null && { sourceName }),
    ...(team.length > 0 && { team }),
    ...(columns.length > 0 && { columns: columns.map(columnOf) }),
    ...(!values.has('notes') && { notes: false }),
    ...(values.has('fetchAssets') && { fetchAssets: true }),
    ...(values.has('overwrite') && { overwrite: true }),
    ...(values.has('recreate') && { recreate: true }),
  }
}

function columnOf(text: string): { field: string; heading: string } {
  const [field = '', ...heading] = text.split('=')
  return { field: field.trim(), heading: heading.join('=').trim() }
}

function fileIn(values: FormData, name: string): File | null {
  const file = values.get(name)
  // A control without a file gives an empty one without a name.
  return file instanceof File && file.name !== '' ? file : null
}

const lineIn = (values: FormData, name: string) => textIn(values, name).trim() || null
const partsIn = (values: FormData, name: string) =>
  textIn(values, name)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
