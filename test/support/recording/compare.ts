import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** A recording: its first lines, and its entries by heading. */
type Recording = { preface: string; entries: { heading: string; text: string }[] }

/** Whether this run writes the recordings instead of comparing with them. */
const isRecording = process.env.RECORD === '1' && process.env.CI === undefined

/**
 * Compares entries with the recording in a file. With `RECORD=1` it writes the file instead, except in CI.
 * Fails for a missing file.
 */
export function expectRecording(url: URL, actual: Recording): void {
  const path = fileURLToPath(url)
  if (isRecording) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, toText(actual))
    return
  }
  if (!existsSync(path)) throw new Error(`The recording ${path} is missing; write it with RECORD=1`)
  const recorded = toRecording(readFileSync(path, 'utf8'))
  const present = toRecording(toText(actual))
  const texts = new Map(recorded.entries.map(({ heading, text }) => [heading, text]))
  expect.soft(present.preface).toBe(recorded.preface)
  expect.soft(headingsOf(present)).toEqual(headingsOf(recorded))
  for (const { heading, text } of present.entries)
    if (texts.has(heading)) expect.soft(text, heading).toBe(texts.get(heading))
}

/** The headings and statuses of a recording in a file. */
export function readStatuses(url: URL): { heading: string; status: number }[] {
  return toRecording(readFileSync(url, 'utf8')).entries.map(({ heading, text }) => ({
    heading,
    status: Number(/(?:^|\s)-- (\d{3})(?=\s|$)/.exec(text)?.[1]),
  }))
}

const headingsOf = ({ entries }: Recording) => entries.map(({ heading }) => heading)

/** Entries of one line follow each other. Others have a blank line before them. */
const MARK = /\n+== /

function toText({ preface, entries }: Recording): string {
  const lines = entries.map(({ heading, text }) =>
    text.includes('\n') ? `\n== ${heading}\n${text.trimEnd()}` : `== ${heading}\t${text}`,
  )
  return `${[preface.trimEnd(), '', ...lines].join('\n')}\n`
}

function toRecording(file: string): Recording {
  const [preface = '', ...parts] = file.trimEnd().split(MARK)
  const entries = parts.map((part) => {
    const [, heading = '', text = ''] = /^([^\t\n]*)[\t\n]?([^]*)$/.exec(part) ?? []
    return { heading, text }
  })
  return { preface, entries }
}
