/** Makes an empty store and returns what opens it, again and again. */
export type EmptyStore<T> = () => Promise<() => Promise<T>>;
