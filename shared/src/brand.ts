/** What an operator may rename. Handed to the client with the page. */
export interface Brand {
  productName: string;
  operatorName: string;
  supportEmail: string;
}
