import { useEffect, useState } from 'react';

/** An image of bytes that were requested with the session, which a plain address would not be sent with. */
export function BlobImage({ blob, alt }: { readonly blob: Blob; readonly alt: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address === null ? null : <img src={address} alt={alt} />;
}
