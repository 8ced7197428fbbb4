/** Runs tasks one at a time, in order. A task that fails does not stop the next one. */
export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>

export function createSerialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = tail.then(task)
    tail = done.catch(() => undefined)
    return done
  }
}

/** One serial queue per key. A key is forgotten once its queue is empty. */
export type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, { run: SerialQueue; waiting: number }>()
  return async (key, task) => {
    const queue = queues.get(key) ?? { run: createSerialQueue(), waiting: 0 }
    queues.set(key, queue)
    queue.waiting++
    try {
      return await queue.run(task)
    } finally {
      queue.waiting--
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
