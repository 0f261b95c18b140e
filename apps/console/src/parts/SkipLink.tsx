interface SkipLinkProps {
  /** Id of what it leads to. */
  readonly to: string;
  readonly children: string;
}

/** A link that is seen once it has the focus, and leads past what stands before a part of the page. */
export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a
      className="skip"
      href={`#${to}`}
      onClick={(event) => {
        // Addresses are those of the start of the console, not of this page.
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
    >
      {children}
    </a>
  );
}
