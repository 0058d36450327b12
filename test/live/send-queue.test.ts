import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SendQueue } from '../../src/server/live/send-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection whose reader takes bytes on request, and the queue of its messages. */
function slowReader() {
  const stream = Object.assign(new EventEmitter(), { writableLength: 0 })
  const onOverflow = vi.fn()
  const write = (message: string) => void (stream.writableLength += message.length)
  const queue = new SendQueue<string>({ stream, write, onOverflow })
  const send = (length: number) => queue.send('x'.repeat(length), length)
  const take = (length: number) => {
    stream.writableLength -= length
    if (stream.writableLength === 0) stream.emit('drain')
  }
  return { send, take, onOverflow }
}

test('a reader that takes only a part of a full buffer in 10 seconds is disconnected', () => {
  const { send, take, onOverflow } = slowReader()
  send(256_000)
  send(1)
  for (let second = 1; second < 10; second++) {
    take(1)
    vi.advanceTimersByTime(1_000)
  }
  expect(onOverflow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(onOverflow).toHaveBeenCalledOnce()
})

test('a reader that takes a full buffer in less than 10 seconds each time stays connected', () => {
  const { send, take, onOverflow } = slowReader()
  for (let round = 0; round < 5; round++) {
    send(256_000)
    vi.advanceTimersByTime(9_999)
    take(256_000)
  }
  expect(onOverflow).not.toHaveBeenCalled()
})

test('a reader for which more than a megabyte waits is disconnected at once', () => {
  const { send, onOverflow } = slowReader()
  send(256_000)
  send(744_000)
  expect(onOverflow).not.toHaveBeenCalled()
  send(1)
  expect(onOverflow).toHaveBeenCalledOnce()
})
